import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { deviceCodePorts } from '#src/ports/device-code.ts';
import { DeviceCodeView } from '#src/views/device-code/device-code.view.tsx';

export const assemble = ({ client, portal }: FlowEffects): LoadedFlow => ({
  machine: deviceCodeMachine.provide({ actors: deviceCodePorts(client, portal) }),
  View: DeviceCodeView,
});
