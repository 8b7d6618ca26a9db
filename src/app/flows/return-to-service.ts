import { returnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { returnToServicePorts } from '#src/ports/return-to-service.ts';
import { ReturnToServiceView } from '#src/views/return-to-service/return-to-service.view.tsx';

export const assemble = ({ pageWindow, client }: FlowEffects): LoadedFlow => ({
  machine: returnToServiceMachine.provide({ actors: returnToServicePorts(pageWindow, client) }),
  View: ReturnToServiceView,
});
