import { type MethodOutcome, requireOutcome } from '#machines/shared/outcome.ts';
import { defaultCodeToSave } from './default.ts';
import type { ProofFlow } from './proof-flows.ts';
import {
  deviceCodeProofInput,
  emergencyProofInput,
  passkeyProofInput,
  passwordProofInput,
  pushProofInput,
  qrProofInput,
  sentCodeProofInput,
} from './proof-inputs.ts';
import { initialContext, secondFactorSetup } from './second-factor.setup.ts';
import type { SecondFactorContext } from './second-factor.types.ts';

type DoneArgs = { readonly event: { readonly output: MethodOutcome } };

/** The transition after another screen was requested. */
const LEAVE_TRANSITIONS = {
  'screen.leave': { target: '#second-factor.done', actions: { type: 'end', params: { reason: 'left' } } },
} as const;

/** The transition that ends the second step with the outcome of a token's flow. */
const END_TRANSITION = {
  target: '#second-factor.done',
  actions: { type: 'end', params: ({ event }: DoneArgs) => event.output },
} as const;

/** The transitions after the flow of a token has ended. */
const END_TRANSITIONS = {
  onDone: [
    {
      guard: { type: 'isAuthenticated', params: ({ event }: DoneArgs) => event.output },
      target: '#second-factor.concluding',
      actions: { type: 'end', params: ({ event }: DoneArgs) => event.output },
    },
    END_TRANSITION,
  ],
  onError: '#second-factor.failed',
} as const;

/** The part of a state that runs the flow of the active token. */
const provingState = <Flow extends ProofFlow, Proof>(
  flow: Flow,
  proofOf: (context: SecondFactorContext) => Proof,
) =>
  ({
    invoke: {
      id: flow,
      src: flow,
      input: ({ context }: { readonly context: SecondFactorContext }) => proofOf(context),
      ...END_TRANSITIONS,
    },
  }) as const;

const pushState = provingState('push', pushProofInput);

/** The second step (spec sections 2 and 4). It offers up to five tokens, of which one is active at a time. */
export const secondFactorMachine = secondFactorSetup.createMachine({
  id: 'second-factor',
  context: ({ input }) => initialContext(input),
  initial: 'opening',
  output: ({ context }) => requireOutcome(context),
  states: {
    opening: {
      description: 'Chooses the first token.',
      always: [{ guard: 'hasToken', target: 'proving' }, { target: 'unavailable' }],
    },
    unavailable: {
      description: 'The person has no token for the second step. Only Back to the ID entry is offered.',
      on: {
        ...LEAVE_TRANSITIONS,
        'second.back': { target: 'done', actions: { type: 'end', params: { reason: 'back' } } },
      },
    },
    proving: {
      description: 'The flow of the active token is running. Another token can be chosen.',
      on: {
        ...LEAVE_TRANSITIONS,
        'token.switch': {
          guard: { type: 'isOtherToken', params: ({ event }) => event.code },
          target: 'proving',
          reenter: true,
          actions: [{ type: 'activate', params: ({ event }) => event.code }, 'dropPending'],
        },
        'default.toggled': {
          actions: [{ type: 'setDefault', params: ({ event }) => event.isDefault }, 'forwardBoxes'],
        },
        'remember.toggled': {
          guard: 'mayRemember',
          actions: [{ type: 'setRemembers', params: ({ event }) => event.remembers }, 'forwardBoxes'],
        },
      },
      initial: 'choosing',
      states: {
        choosing: {
          description: 'Opens the flow of the active token.',
          always: [
            { guard: { type: 'usesFlow', params: 'password' }, target: 'password' },
            { guard: { type: 'usesFlow', params: 'emergency' }, target: 'emergency' },
            { guard: { type: 'usesFlow', params: 'sent-code' }, target: 'sent-code' },
            { guard: { type: 'usesFlow', params: 'push' }, target: 'push' },
            { guard: { type: 'usesFlow', params: 'qr' }, target: 'qr' },
            { guard: { type: 'usesFlow', params: 'passkey' }, target: 'passkey' },
            { target: 'device-code' },
          ],
        },
        password: { description: 'The password.', ...provingState('password', passwordProofInput) },
        emergency: {
          description: 'The temporary code of an administrator.',
          ...provingState('emergency', emergencyProofInput),
        },
        'sent-code': {
          description: 'A code by SMS or mail, which is sent immediately.',
          ...provingState('sent-code', sentCodeProofInput),
        },
        'device-code': {
          description: 'A code of the OTP card, the Yubikey or the mobile app.',
          ...provingState('device-code', deviceCodeProofInput),
        },
        push: {
          description: 'A push to the mobile app, which is requested immediately.',
          ...pushState,
          invoke: {
            ...pushState.invoke,
            onDone: [
              END_TRANSITIONS.onDone[0],
              {
                guard: 'hasNext',
                target: '#second-factor.proving',
                actions: ['activateNext', 'dropPending'],
              },
              END_TRANSITION,
            ],
          },
          initial: 'staying',
          states: {
            staying: {
              description: 'The flow is running.',
              on: {
                'token.switch': {
                  guard: { type: 'isOtherToken', params: ({ event }) => event.code },
                  target: 'leaving',
                  actions: [{ type: 'setNext', params: ({ event }) => event.code }, 'requestPushLeave'],
                },
                'screen.leave': { target: 'leaving', actions: 'requestPushLeave' },
              },
            },
            leaving: {
              description: 'Another token or screen was requested: it follows after the push is withdrawn.',
              tags: 'busy',
              on: {
                'token.switch': {
                  guard: { type: 'isOtherToken', params: ({ event }) => event.code },
                  actions: { type: 'setNext', params: ({ event }) => event.code },
                },
                'screen.leave': { actions: { type: 'setNext', params: null } },
              },
            },
          },
        },
        qr: {
          description: 'A QR code that the mobile app scans, which is created immediately.',
          ...provingState('qr', qrProofInput),
        },
        passkey: {
          description: 'A passkey; the browser prompts for it immediately.',
          ...provingState('passkey', passkeyProofInput),
        },
      },
    },
    failed: {
      description: 'The flow of a token failed unexpectedly. A dialog says so; the flow restarts.',
      on: { ...LEAVE_TRANSITIONS, 'failure.dismissed': 'proving' },
    },
    concluding: {
      description: 'The login is complete. A default that needs its own call is saved first.',
      always: [{ guard: 'savesDefault', target: 'saving' }, { target: 'done' }],
    },
    saving: {
      description: 'Saves the default. The login continues even if that fails.',
      tags: 'busy',
      invoke: {
        id: 'saveDefault',
        src: 'saveDefault',
        input: ({ context }) => ({
          userId: context.userId,
          type: context.login.type,
          code: defaultCodeToSave(context) ?? '',
        }),
        onDone: 'done',
        onError: 'done',
      },
      after: { timeout: 'done' },
    },
    done: { type: 'final' },
  },
});

export type SecondFactorMachine = typeof secondFactorMachine;
