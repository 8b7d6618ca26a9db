import { forgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { passwordSteps } from '#src/app/password-steps.ts';
import { forgotPasswordPorts } from '#src/ports/passwords.ts';
import { ForgotPasswordView } from '#src/views/forgot-password/forgot-password.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: forgotPasswordMachine.provide({
    actors: { ...forgotPasswordPorts(effects.client), ...passwordSteps(effects) },
  }),
  View: ForgotPasswordView,
});
