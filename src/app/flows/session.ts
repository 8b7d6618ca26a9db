import { sessionMachine } from '#machines/session/session.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/lazy-flows.ts';
import { sessionPorts } from '#src/ports/session.ts';
import { SessionView } from '#src/views/session/session.view.tsx';

export const assemble = ({ now }: FlowEffects): LoadedFlow => ({
  machine: sessionMachine.provide({ actors: sessionPorts(now) }),
  View: SessionView,
});
