import { deviceSignInMachine } from '#machines/device-sign-in/device-sign-in.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { deviceSignInPorts } from '#src/ports/device-sign-in.ts';
import { DeviceSignInView } from '#src/views/device-sign-in/device-sign-in.view.tsx';

export const assemble = ({ client }: FlowEffects): LoadedFlow => ({
  machine: deviceSignInMachine.provide({ actors: deviceSignInPorts(client) }),
  View: DeviceSignInView,
});
