import { authenticatedMachine } from '#machines/authenticated/authenticated.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { authenticatedPorts } from '#src/ports/authenticated.ts';
import { AuthenticatedView } from '#src/views/authenticated/authenticated.view.tsx';

export const assemble = ({ pageWindow }: FlowEffects): LoadedFlow => ({
  machine: authenticatedMachine.provide({ actors: authenticatedPorts(pageWindow) }),
  View: AuthenticatedView,
});
