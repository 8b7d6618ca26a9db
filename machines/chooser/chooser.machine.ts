import { assign, setup } from 'xstate';
import type { AuthenticatorLookUp, Authenticators } from '#machines/shared/authenticators.ts';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import type { Method, Policy } from '#machines/shared/policy.ts';
import { port } from '#machines/shared/port.ts';
import type { Result } from '#machines/shared/result.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { type LookUpState, type TileState, tilesOf } from './tiles.ts';

export type ChooserInput = {
  readonly userId: string;
  readonly clientId: string;
  readonly policy: Policy;
  /** Whether the portal runs as SaaS, where the licence checks do not block any tile (rule 98). */
  readonly isSaas: boolean;
  readonly passkeySupport: PasskeySupport;
};

export type ChooserOutput =
  | { readonly reason: 'back' }
  | { readonly reason: 'registration'; readonly code: TypeCode }
  | {
      readonly reason: 'chosen';
      readonly code: TypeCode;
      /** Result of the look-up; null when the look-up had not succeeded. */
      readonly authenticators: Authenticators | null;
    };

export type ChooserEvent =
  | { readonly type: 'method.chosen'; readonly method: Method }
  | { readonly type: 'lookup.retry' }
  | { readonly type: 'license.dismissed' }
  | { readonly type: 'chooser.back' };

type ChooserContext = ChooserInput & {
  readonly lookUp: LookUpState;
  readonly outcome: ChooserOutput | null;
};

type LookUpAnswer = Result<AuthenticatorLookUp>;

const tileStateOf = ({ policy, lookUp, isSaas, passkeySupport }: ChooserContext, method: Method): TileState =>
  tilesOf(policy, lookUp, isSaas, passkeySupport).find((tile) => tile.method === method)?.state ?? 'X';

/** The chooser: the person chooses a method (spec sections 2 and 4). */
export const chooserMachine = setup({
  types: {
    context: {} as ChooserContext,
    events: {} as ChooserEvent,
    input: {} as ChooserInput,
    output: {} as ChooserOutput,
    tags: {} as 'busy',
  },
  actors: {
    /** Fetches the registered authenticators of the person. */
    fetchAuthenticators: port<LookUpAnswer, { userId: string; clientId: string }>(
      'chooser.fetchAuthenticators',
    ),
  },
  guards: {
    isAvailable: ({ context }, method: Method) => tileStateOf(context, method) === 'Y',
    isNotSetUp: ({ context }, method: Method) => tileStateOf(context, method) === 'N',
    isBlockedByLicense: ({ context }, method: Method) => tileStateOf(context, method) === 'L',
    hasLookUpSucceeded: (_, answer: LookUpAnswer) => answer.ok,
  },
  actions: {
    startLookUp: assign({ lookUp: { kind: 'pending' } as const }),
    setLookUp: assign((_, answer: LookUpAnswer) =>
      answer.ok ? { lookUp: { kind: 'known' as const, result: answer.value } } : {},
    ),
    setLookUpFailed: assign({ lookUp: { kind: 'failed' } as const }),
    end: assign({ outcome: { reason: 'back' } }),
    choose: assign(({ context: { lookUp } }, method: Method) => ({
      outcome: {
        reason: 'chosen' as const,
        code: METHOD_CODES[method],
        authenticators: lookUp.kind === 'known' ? lookUp.result.authenticators : null,
      },
    })),
    register: assign((_, method: Method) => ({
      outcome: { reason: 'registration' as const, code: METHOD_CODES[method] },
    })),
  },
}).createMachine({
  id: 'chooser',
  context: ({ input }) => ({ ...input, lookUp: { kind: 'pending' }, outcome: null }),
  initial: 'choosing',
  output: ({ context }) => requireOutcome(context),
  states: {
    choosing: {
      description: 'Shows the methods and waits for a choice.',
      on: {
        'method.chosen': [
          {
            guard: { type: 'isAvailable', params: ({ event }) => event.method },
            target: 'done',
            actions: { type: 'choose', params: ({ event }) => event.method },
          },
          {
            guard: { type: 'isNotSetUp', params: ({ event }) => event.method },
            target: 'done',
            actions: { type: 'register', params: ({ event }) => event.method },
          },
          {
            guard: { type: 'isBlockedByLicense', params: ({ event }) => event.method },
            target: 'blocked',
          },
        ],
        'chooser.back': { target: 'done', actions: 'end' },
      },
      initial: 'lookingUp',
      states: {
        lookingUp: {
          description:
            'Looks up which tokens are registered. Methods that need no look-up can be chosen meanwhile.',
          entry: 'startLookUp',
          tags: 'busy',
          invoke: {
            id: 'fetchAuthenticators',
            src: 'fetchAuthenticators',
            input: ({ context }) => ({ userId: context.userId, clientId: context.clientId }),
            onDone: [
              {
                guard: { type: 'hasLookUpSucceeded', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'setLookUp', params: ({ event }) => event.output },
              },
              { target: 'unknown', actions: 'setLookUpFailed' },
            ],
            onError: { target: 'unknown', actions: 'setLookUpFailed' },
          },
        },
        ready: { description: 'All methods show whether they can be used.' },
        unknown: {
          description: 'The look-up failed. The person can retry or choose another method.',
          on: { 'lookup.retry': 'lookingUp' },
        },
      },
    },
    blocked: {
      description: 'A dialog says that the licence allows no additional app.',
      on: { 'license.dismissed': 'choosing.ready' },
    },
    done: { type: 'final' },
  },
});

export type ChooserMachine = typeof chooserMachine;
