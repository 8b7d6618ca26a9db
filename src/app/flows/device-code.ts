import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { loginPorts } from '#src/ports/login.ts';
import { DeviceCodeView } from '#src/views/device-code/device-code.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: deviceCodeMachine.provide({ actors: loginPorts(effects) }),
  View: DeviceCodeView,
});
