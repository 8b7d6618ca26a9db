import { provisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { provisioningPorts } from '#src/ports/provisioning.ts';
import { ProvisioningView } from '#src/views/provisioning/provisioning.view.tsx';

export const assemble = ({ client, pageWindow }: FlowEffects): LoadedFlow => ({
  machine: provisioningMachine.provide({ actors: provisioningPorts(client, pageWindow) }),
  View: ProvisioningView,
});
