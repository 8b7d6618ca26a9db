import { passwordMachine } from '#machines/password/password.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { passwordPorts } from '#src/ports/password.ts';
import { PasswordView } from '#src/views/password/password.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: passwordMachine.provide({ actors: passwordPorts(effects) }),
  View: PasswordView,
});
