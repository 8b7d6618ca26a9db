import type { AnyActorLogic, InputFrom, OutputFrom } from 'xstate';
import { identityCheckMachine } from '#machines/identity-check/identity-check.machine.ts';
import { managementMachine } from '#machines/management/management.machine.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import { registerCardMachine } from '#machines/register-card/register-card.machine.ts';
import { registerPasskeyMachine } from '#machines/register-passkey/register-passkey.machine.ts';
import { registerYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import type { Flow } from '#machines/shared/port.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { identityCheckPorts } from '#src/ports/identity-check.ts';
import { managementPorts } from '#src/ports/management.ts';
import { registerAppPorts } from '#src/ports/register-app.ts';
import { registerCardPorts } from '#src/ports/register-card.ts';
import { registerPasskeyPorts } from '#src/ports/register-passkey.ts';
import { registerYubikeyPorts } from '#src/ports/register-yubikey.ts';
import { ManagementView } from '#src/views/management/management.view.tsx';

/** A machine as the flow that another one declares: TypeScript proves input and outcome. */
const asFlow = <Logic extends AnyActorLogic>(machine: Logic) =>
  machine as unknown as Flow<InputFrom<Logic>, OutputFrom<Logic>>;

/** The management of factors: the identity check and the registrations as its children. */
export const assemble = ({ client, portal, now }: FlowEffects): LoadedFlow => ({
  machine: managementMachine.provide({
    actors: {
      ...managementPorts(client),
      'identity-check': asFlow(
        identityCheckMachine.provide({
          actors: identityCheckPorts({
            client,
            portal,
            now,
            purposes: {
              code: () => purposeOf(portal(), 'check'),
              push: () => purposeOf(portal(), 'check'),
            },
          }),
        }),
      ),
      'register-card': asFlow(registerCardMachine.provide({ actors: registerCardPorts(client) })),
      'register-yubikey': asFlow(registerYubikeyMachine.provide({ actors: registerYubikeyPorts(client) })),
      'register-passkey': asFlow(registerPasskeyMachine.provide({ actors: registerPasskeyPorts(client) })),
      'register-app': asFlow(registerAppMachine.provide({ actors: registerAppPorts(client, now) })),
    },
  }),
  View: ManagementView,
});
