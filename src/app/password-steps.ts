import type { ActorRefFrom, AnyActorLogic, AnyActorRef, InputFrom, OutputFrom } from 'xstate';
import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { passwordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import { pushMachine } from '#machines/push/push.machine.ts';
import { questionsMachine } from '#machines/questions/questions.machine.ts';
import { type SelfAuthMachine, selfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { Flow } from '#machines/shared/port.ts';
import { passwordSetupPorts, questionsPorts } from '#src/ports/passwords.ts';
import { selfAuthPorts } from '#src/ports/self-auth.ts';
import type { FlowEffects } from './flow-chunk.ts';
import { purposeOf } from './purpose.ts';

/** A machine as the flow that another one declares: TypeScript proves input and outcome. */
const asFlow = <Logic extends AnyActorLogic>(machine: Logic) =>
  machine as unknown as Flow<InputFrom<Logic>, OutputFrom<Logic>>;

/**
 * The identity check with its real ports. Its codes and pushes end with it: nothing of them survives a reload.
 * @param check the identity check that is on
 */
export function provideSelfAuth(
  { client, portal, now }: FlowEffects,
  check: () => AnyActorRef | undefined,
): SelfAuthMachine {
  const ports = selfAuthPorts({
    client,
    portal,
    now,
    purposes: { otp: () => purposeOf(portal(), 'check'), push: () => purposeOf(portal(), 'check') },
    check: () => check() as ActorRefFrom<SelfAuthMachine> | undefined,
  });
  const { lookUpContacts, verify, grantToken, otp, code, push } = ports;
  const actions = { keepPending: () => undefined };
  return selfAuthMachine.provide({
    actors: {
      lookUpContacts,
      verify,
      grantToken,
      'sent-code': asFlow(sentCodeMachine.provide({ actors: otp, actions })),
      'device-code': asFlow(deviceCodeMachine.provide({ actors: code })),
      push: asFlow(pushMachine.provide({ actors: push, actions })),
    },
  });
}

/** The password setup with its real ports, as a step of another flow. */
export const passwordSetupStep = ({ client }: FlowEffects) =>
  asFlow(passwordSetupMachine.provide({ actors: passwordSetupPorts(client) }));

/** The steps of a password flow with their real ports. */
export const passwordSteps = (effects: FlowEffects, flow: 'url-password' | 'forgot-password') => ({
  'self-auth': asFlow(
    provideSelfAuth(effects, () => effects.flow(flow)?.getSnapshot().children['self-auth']),
  ),
  questions: asFlow(questionsMachine.provide({ actors: questionsPorts(effects.client) })),
  'password-setup': passwordSetupStep(effects),
});
