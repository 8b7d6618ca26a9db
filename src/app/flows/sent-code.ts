import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { storePendingCode } from '#src/app/pending.ts';
import { sentCodePorts } from '#src/ports/sent-code.ts';
import { SentCodeView } from '#src/views/sent-code/sent-code.view.tsx';

export const assemble = ({ storePending, ...effects }: FlowEffects): LoadedFlow => ({
  machine: sentCodeMachine.provide({
    actors: sentCodePorts(effects),
    actions: { storePending: storePendingCode(storePending) },
  }),
  View: SentCodeView,
});
