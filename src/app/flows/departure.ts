import { departureMachine } from '#machines/departure/departure.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/lazy-flows.ts';
import { departurePorts } from '#src/ports/departure.ts';
import { DepartureView } from '#src/views/departure/departure.view.tsx';

export const assemble = ({ page }: FlowEffects): LoadedFlow => ({
  machine: departureMachine.provide({ actors: departurePorts(page) }),
  View: DepartureView,
});
