import { passwordExpiryMachine } from '#machines/password-expiry/password-expiry.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { passwordSetupStep } from '#src/app/password-steps.ts';
import { passwordExpiryPorts } from '#src/ports/passwords.ts';
import { PasswordExpiryView } from '#src/views/password-expiry/password-expiry.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: passwordExpiryMachine.provide({
    actors: { ...passwordExpiryPorts(effects.client), 'password-setup': passwordSetupStep(effects) },
  }),
  View: PasswordExpiryView,
});
