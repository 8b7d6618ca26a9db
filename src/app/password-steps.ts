import { sendParent } from 'xstate';
import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { passwordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import { pushMachine } from '#machines/push/push.machine.ts';
import { questionsMachine } from '#machines/questions/questions.machine.ts';
import { selfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { passwordSetupPorts, questionsPorts } from '#src/ports/passwords.ts';
import { selfAuthPorts } from '#src/ports/self-auth.ts';
import { asFlow } from './as-flow.ts';
import type { FlowEffects } from './flow-chunk.ts';

/** The machine of the identity check with its ports. Its sent codes and pushes are lost on a reload. */
export function provideSelfAuth(effects: FlowEffects) {
  const { sentCode, code, push, ...calls } = selfAuthPorts({
    ...effects,
    purpose: () => effects.purpose('check'),
  });
  return selfAuthMachine.provide({
    actors: {
      ...calls,
      'sent-code': asFlow(
        sentCodeMachine.provide({
          actors: sentCode,
          actions: { storePending: sendParent((_, code) => ({ type: 'code.sent', ...code })) },
        }),
      ),
      'device-code': asFlow(deviceCodeMachine.provide({ actors: code })),
      push: asFlow(pushMachine.provide({ actors: push, actions: { storePending: () => undefined } })),
    },
  });
}

/** The machine of the password setup with its ports, as a child of another flow. */
export const passwordSetupStep = ({ client }: FlowEffects) =>
  asFlow(passwordSetupMachine.provide({ actors: passwordSetupPorts(client) }));

/** The machines of the steps of a password flow, with their ports. */
export const passwordSteps = (effects: FlowEffects) => ({
  'self-auth': asFlow(provideSelfAuth(effects)),
  questions: asFlow(questionsMachine.provide({ actors: questionsPorts(effects.client) })),
  'password-setup': passwordSetupStep(effects),
});
