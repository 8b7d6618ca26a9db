import { sessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { sessionExpiryPorts } from '#src/ports/session-expiry.ts';
import { SessionExpiryView } from '#src/views/session-expiry/session-expiry.view.tsx';

export const assemble = ({ now }: FlowEffects): LoadedFlow => ({
  machine: sessionExpiryMachine.provide({ actors: sessionExpiryPorts(now) }),
  View: SessionExpiryView,
});
