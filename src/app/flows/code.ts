import { codeMachine } from '#machines/code/code.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/lazy-flows.ts';
import { codePorts } from '#src/ports/code.ts';
import { CodeView } from '#src/views/code/code.view.tsx';

export const assemble = ({ client, portal }: FlowEffects): LoadedFlow => ({
  machine: codeMachine.provide({ actors: codePorts(client, portal) }),
  View: CodeView,
});
