import { factorsMachine } from '#machines/factors/factors.machine.ts';
import { managementMachine } from '#machines/management/management.machine.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import { registerCardMachine } from '#machines/register-card/register-card.machine.ts';
import { registerPasskeyMachine } from '#machines/register-passkey/register-passkey.machine.ts';
import { registerYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import { asFlow } from '#src/app/as-flow.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { provideSelfAuth } from '#src/app/password-steps.ts';
import { factorsPorts } from '#src/ports/factors.ts';
import { managementPorts } from '#src/ports/management.ts';
import { registerAppPorts } from '#src/ports/register-app.ts';
import { registerCardPorts } from '#src/ports/register-card.ts';
import { registerPasskeyPorts } from '#src/ports/register-passkey.ts';
import { registerYubikeyPorts } from '#src/ports/register-yubikey.ts';
import { ManagementView } from '#src/views/management/management.view.tsx';

/** The management of factors: the identity check and the registrations as its children. */
export const assemble = (effects: FlowEffects): LoadedFlow => {
  const { client, now, pageWindow } = effects;
  return {
    machine: managementMachine.provide({
      actors: {
        ...managementPorts(client),
        factors: asFlow(factorsMachine.provide({ actors: factorsPorts(client, pageWindow) })),
        'self-auth': asFlow(provideSelfAuth(effects)),
        'register-card': asFlow(registerCardMachine.provide({ actors: registerCardPorts(client) })),
        'register-yubikey': asFlow(registerYubikeyMachine.provide({ actors: registerYubikeyPorts(client) })),
        'register-passkey': asFlow(registerPasskeyMachine.provide({ actors: registerPasskeyPorts(client) })),
        'register-app': asFlow(registerAppMachine.provide({ actors: registerAppPorts(client, now) })),
      },
    }),
    View: ManagementView,
  };
};
