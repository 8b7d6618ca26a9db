import { pushMachine } from '#machines/push/push.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { storePendingPush } from '#src/app/pending.ts';
import { pushPorts } from '#src/ports/push.ts';
import { PushView } from '#src/views/push/push.view.tsx';

export const assemble = ({ storePending, ...effects }: FlowEffects): LoadedFlow => ({
  machine: pushMachine.provide({
    actors: pushPorts(effects),
    actions: { storePending: storePendingPush(storePending) },
  }),
  View: PushView,
});
