import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { sentCodePorts } from '#src/ports/sent-code.ts';
import { SentCodeView } from '#src/views/sent-code/sent-code.view.tsx';
import { codeKeeper } from './pending.ts';

export const assemble = ({ client, portal, now, keepPending }: FlowEffects): LoadedFlow => ({
  machine: sentCodeMachine.provide({
    actors: sentCodePorts({ client, portal, now, purpose: () => purposeOf(portal(), 'code') }),
    actions: { keepPending: codeKeeper(keepPending) },
  }),
  View: SentCodeView,
});
