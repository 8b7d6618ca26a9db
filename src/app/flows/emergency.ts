import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { emergencyPorts } from '#src/ports/emergency.ts';
import { EmergencyView } from '#src/views/emergency/emergency.view.tsx';

export const assemble = ({ client, portal }: FlowEffects): LoadedFlow => ({
  machine: emergencyMachine.provide({ actors: emergencyPorts(client, portal) }),
  View: EmergencyView,
});
