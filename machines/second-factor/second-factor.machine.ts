import type { MethodOutcome } from '#machines/shared/outcome.ts';
import { defaultToSave } from './default.ts';
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

type Ended = { readonly event: { readonly output: MethodOutcome } };

/** How the flow of a token ends the second step; one that broke begins it again. */
const ENDS = {
  onDone: [
    {
      guard: { type: 'isAuthenticated', params: ({ event }: Ended) => event.output },
      target: '#second-factor.concluding',
      actions: { type: 'noteOutcome', params: ({ event }: Ended) => event.output },
    },
    {
      target: '#second-factor.done',
      actions: { type: 'noteOutcome', params: ({ event }: Ended) => event.output },
    },
  ],
  onError: {
    target: '#second-factor.done',
    actions: { type: 'noteOutcome', params: { reason: 'outdated' } },
  },
} as const;

/** The second factor (spec sections 2 and 4): up to five tokens, of which one at a time is proved. */
export const secondFactorMachine = secondFactorSetup.createMachine({
  id: 'second-factor',
  context: ({ input }) => begin(input),
  initial: 'opening',
  output: ({ context }) => context.outcome,
  states: {
    opening: {
      description: 'Chooses the token that is on at first.',
      always: [{ guard: 'hasToken', target: 'proving' }, { target: 'unavailable' }],
    },
    unavailable: {
      description: 'The person has no token of the second step. The way leads back to the ID entry.',
      on: {
        'second.back': { target: 'done', actions: { type: 'noteOutcome', params: { reason: 'back' } } },
        'screen.leave': { target: 'done', actions: { type: 'noteOutcome', params: { reason: 'left' } } },
      },
    },
    proving: {
      description: 'The active token is proved by its flow. Another one can be chosen meanwhile.',
      on: {
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
        'screen.leave': { target: 'done', actions: { type: 'noteOutcome', params: { reason: 'left' } } },
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
        password: {
          description: 'The password.',
          invoke: {
            id: 'password',
            src: 'password',
            input: ({ context }) => passwordProof(context),
            ...ENDS,
          },
        },
        emergency: {
          description: 'The temporary code of an administrator.',
          invoke: {
            id: 'emergency',
            src: 'emergency',
            input: ({ context }) => emergencyProof(context),
            ...ENDS,
          },
        },
        'sent-code': {
          description: 'A code by SMS or mail, which is sent at once.',
          invoke: {
            id: 'sent-code',
            src: 'sent-code',
            input: ({ context }) => sentCodeProof(context),
            ...ENDS,
          },
        },
        'device-code': {
          description: 'A code of the OTP card, the Yubikey or the mobile app.',
          invoke: {
            id: 'device-code',
            src: 'device-code',
            input: ({ context }) => deviceCodeProof(context),
            ...ENDS,
          },
        },
        push: {
          description: 'A push to the mobile app, which is asked for at once.',
          invoke: {
            id: 'push',
            src: 'push',
            input: ({ context }) => pushProof(context),
            onDone: [
              ENDS.onDone[0],
              {
                guard: 'hasNext',
                target: '#second-factor.proving',
                actions: ['activateNext', 'dropPending'],
              },
              ENDS.onDone[1],
            ],
            onError: ENDS.onError,
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
          invoke: { id: 'qr', src: 'qr', input: ({ context }) => qrProof(context), ...ENDS },
        },
        passkey: {
          description: 'A passkey, which the browser asks for at once.',
          invoke: {
            id: 'passkey',
            src: 'passkey',
            input: ({ context }) => passkeyProof(context),
            ...ENDS,
          },
        },
      },
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
        input: ({ context }) => ({ userId: context.userId, code: defaultToSave(context) ?? '' }),
        onDone: 'done',
        onError: 'done',
      },
      after: { patience: 'done' },
    },
    done: { type: 'final' },
  },
});

export type SecondFactorMachine = typeof secondFactorMachine;
