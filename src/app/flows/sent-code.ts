import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { codeKeeper } from '#src/app/pending.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { sentCodePorts } from '#src/ports/sent-code.ts';
import { SentCodeView } from '#src/views/sent-code/sent-code.view.tsx';

export const assemble = ({ client, portal, now, keepPending }: FlowEffects): LoadedFlow => ({
  machine: sentCodeMachine.provide({
    actors: sentCodePorts({ client, portal, now, purpose: () => purposeOf(portal(), 'code') }),
    actions: { keepPending: codeKeeper(keepPending) },
  }),
  View: SentCodeView,
});
