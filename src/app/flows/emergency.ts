import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { loginPorts } from '#src/ports/login.ts';
import { EmergencyView } from '#src/views/emergency/emergency.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: emergencyMachine.provide({ actors: loginPorts(effects) }),
  View: EmergencyView,
});
