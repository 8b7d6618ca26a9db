import { outcomeIn } from '#machines/shared/login.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import { defaultToSave } from './default.ts';
import type { ProofKind } from './kinds.ts';
import {
  deviceCodeProof,
  emergencyProof,
  passkeyProof,
  passwordProof,
  pushProof,
  qrProof,
  sentCodeProof,
} from './proofs.ts';
import { begin, secondFactorSetup } from './second-factor.setup.ts';
import type { SecondFactorContext } from './second-factor.types.ts';

type Ended = { readonly event: { readonly output: MethodOutcome } };

const LEAVES = {
  'screen.leave': { target: '#second-factor.done', actions: { type: 'end', params: { reason: 'left' } } },
} as const;

/** How the flow of a token ends the second step. */
const END = {
  target: '#second-factor.done',
  actions: { type: 'end', params: ({ event }: Ended) => event.output },
} as const;

const ENDS = {
  onDone: [
    {
      guard: { type: 'isAuthenticated', params: ({ event }: Ended) => event.output },
      target: '#second-factor.concluding',
      actions: { type: 'end', params: ({ event }: Ended) => event.output },
    },
    END,
  ],
  onError: '#second-factor.broken',
} as const;

/** The state in which a token is proved by the flow of its kind. */
const provenBy = <Kind extends ProofKind, Proof>(
  kind: Kind,
  proofOf: (context: SecondFactorContext) => Proof,
) =>
  ({
    invoke: {
      id: kind,
      src: kind,
      input: ({ context }: { readonly context: SecondFactorContext }) => proofOf(context),
      ...ENDS,
    },
  }) as const;

const push = provenBy('push', pushProof);

/** The second factor (spec sections 2 and 4): up to five tokens, of which one at a time is proved. */
export const secondFactorMachine = secondFactorSetup.createMachine({
  id: 'second-factor',
  context: ({ input }) => begin(input),
  initial: 'opening',
  output: ({ context }) => outcomeIn(context),
  states: {
    opening: {
      description: 'Chooses the token that is on at first.',
      always: [{ guard: 'hasToken', target: 'proving' }, { target: 'unavailable' }],
    },
    unavailable: {
      description: 'The person has no token of the second step. The way leads back to the ID entry.',
      on: {
        ...LEAVES,
        'second.back': { target: 'done', actions: { type: 'end', params: { reason: 'back' } } },
      },
    },
    proving: {
      description: 'The active token is proved by its flow. Another one can be chosen meanwhile.',
      on: {
        ...LEAVES,
        'token.switch': {
          guard: { type: 'isOtherToken', params: ({ event }) => event.code },
          target: 'proving',
          reenter: true,
          actions: [{ type: 'activate', params: ({ event }) => event.code }, 'dropPending'],
        },
        'default.toggled': {
          actions: [
            { type: 'noteDefault', params: ({ event }) => event.isDefault },
            { type: 'tellBox', params: ({ event }) => event.isDefault },
          ],
        },
      },
      initial: 'choosing',
      states: {
        choosing: {
          description: 'Opens the flow of the active token.',
          always: [
            { guard: { type: 'isOf', params: 'password' }, target: 'password' },
            { guard: { type: 'isOf', params: 'emergency' }, target: 'emergency' },
            { guard: { type: 'isOf', params: 'sent-code' }, target: 'sent-code' },
            { guard: { type: 'isOf', params: 'push' }, target: 'push' },
            { guard: { type: 'isOf', params: 'qr' }, target: 'qr' },
            { guard: { type: 'isOf', params: 'passkey' }, target: 'passkey' },
            { target: 'device-code' },
          ],
        },
        password: { description: 'The password.', ...provenBy('password', passwordProof) },
        emergency: {
          description: 'The temporary code of an administrator.',
          ...provenBy('emergency', emergencyProof),
        },
        'sent-code': {
          description: 'A code by SMS or mail, which is sent at once.',
          ...provenBy('sent-code', sentCodeProof),
        },
        'device-code': {
          description: 'A code of the OTP card, the Yubikey or the mobile app.',
          ...provenBy('device-code', deviceCodeProof),
        },
        push: {
          description: 'A push to the mobile app, which is asked for at once.',
          ...push,
          invoke: {
            ...push.invoke,
            onDone: [
              ENDS.onDone[0],
              {
                guard: 'hasNext',
                target: '#second-factor.proving',
                actions: ['activateNext', 'dropPending'],
              },
              END,
            ],
          },
          initial: 'staying',
          states: {
            staying: {
              description: 'The person is at it.',
              on: {
                'token.switch': {
                  guard: { type: 'isOtherToken', params: ({ event }) => event.code },
                  target: 'parting',
                  actions: [{ type: 'noteNext', params: ({ event }) => event.code }, 'askPushToLeave'],
                },
                'screen.leave': { target: 'parting', actions: 'askPushToLeave' },
              },
            },
            parting: {
              description: 'Another token or screen is wanted: it follows when the push is withdrawn.',
              tags: 'busy',
              on: {
                'token.switch': {
                  guard: { type: 'isOtherToken', params: ({ event }) => event.code },
                  actions: { type: 'noteNext', params: ({ event }) => event.code },
                },
                'screen.leave': { actions: { type: 'noteNext', params: null } },
              },
            },
          },
        },
        qr: {
          description: 'A QR code that the mobile app scans, which is drawn at once.',
          ...provenBy('qr', qrProof),
        },
        passkey: {
          description: 'A passkey, which the browser asks for at once.',
          ...provenBy('passkey', passkeyProof),
        },
      },
    },
    broken: {
      description:
        'The flow of a token broke, which nobody expected. A dialog says so; the token begins anew.',
      on: { ...LEAVES, 'failure.dismissed': 'proving' },
    },
    concluding: {
      description: 'The login stands. A default that only a call of its own can say is saved first.',
      always: [{ guard: 'savesDefault', target: 'saving' }, { target: 'done' }],
    },
    saving: {
      description: 'Saves the default. Whatever becomes of it, the login goes on.',
      tags: 'busy',
      invoke: {
        id: 'saveDefault',
        src: 'saveDefault',
        input: ({ context }) => ({
          userId: context.userId,
          type: context.login.type,
          code: defaultToSave(context) ?? '',
        }),
        onDone: 'done',
        onError: 'done',
      },
      after: { patience: 'done' },
    },
    done: { type: 'final' },
  },
});

export type SecondFactorMachine = typeof secondFactorMachine;
