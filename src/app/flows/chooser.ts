import { chooserMachine } from '#machines/chooser/chooser.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { chooserPorts } from '#src/ports/chooser.ts';
import { ChooserView } from '#src/views/chooser/chooser.view.tsx';

export const assemble = ({ client }: FlowEffects): LoadedFlow => ({
  machine: chooserMachine.provide({ actors: chooserPorts(client) }),
  View: ChooserView,
});
