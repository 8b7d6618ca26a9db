import { pushMachine } from '#machines/push/push.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { pushKeeper } from '#src/app/pending.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { pushPorts } from '#src/ports/push.ts';
import { PushView } from '#src/views/push/push.view.tsx';

export const assemble = ({ client, portal, now, keepPending }: FlowEffects): LoadedFlow => ({
  machine: pushMachine.provide({
    actors: pushPorts({ client, portal, now, purpose: () => purposeOf(portal(), 'push') }),
    actions: { keepPending: pushKeeper(keepPending) },
  }),
  View: PushView,
});
