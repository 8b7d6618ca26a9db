import { urlPasswordMachine } from '#machines/url-password/url-password.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { passwordSteps } from '#src/app/password-steps.ts';
import { urlPasswordPorts } from '#src/ports/passwords.ts';
import { UrlPasswordView } from '#src/views/url-password/url-password.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: urlPasswordMachine.provide({
    actors: { ...urlPasswordPorts(effects.client), ...passwordSteps(effects) },
  }),
  View: UrlPasswordView,
});
