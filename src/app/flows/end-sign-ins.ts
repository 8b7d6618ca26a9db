import { endSignInsMachine } from '#machines/end-sign-ins/end-sign-ins.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { endSignInsPorts } from '#src/ports/end-sign-ins.ts';
import { EndSignInsView } from '#src/views/end-sign-ins/end-sign-ins.view.tsx';

export const assemble = ({ client }: FlowEffects): LoadedFlow => ({
  machine: endSignInsMachine.provide({ actors: endSignInsPorts(client) }),
  View: EndSignInsView,
});
