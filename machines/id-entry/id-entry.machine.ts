import { assign, setup } from 'xstate';
import type { ClientConfig, SecondStepTokens } from '#machines/shared/domain.ts';
import type { PasskeyAnswer, PasskeyRequest, PasskeySupport } from '#machines/shared/passkey.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { type EntryMode, usesPasskeys } from './entry-mode.ts';

/** How long the browser may hold a passkey in the suggestions of the field: less than a challenge lasts. */
export const SUGGESTION_LIFETIME = 240_000;

/** How often suggestions are renewed for nobody: an hour of them, then the person has to stir first. */
export const IDLE_RENEWALS = 14;

/** Who the server knows the person as, and the policy that applies to them. */
export type Identified = {
  readonly userId: string;
  readonly policy: Policy;
  /** The session has the first step done already: only the second is asked (decision 156). */
  readonly secondStep?: SecondStepTokens;
};

export type IdEntryInput = {
  /** Empty when no client service is known. */
  readonly clientId: string;
  /** What the service offers; null while nobody knows. */
  readonly client: ClientConfig | null;
  readonly support: PasskeySupport;
  /** Fills the field; the person can change it (decision 44). */
  readonly userId: string;
  /** Why the person is back at the ID entry, when a former answer says so. */
  readonly failure: Failure | null;
  /** Whether there are services to start from although none is known (decision 157). */
  readonly mustChooseService: boolean;
};

export type IdEntryOutput = Identified & {
  /** The assertion of a passkey that told who the person is; null for a typed ID. */
  readonly assertion: string | null;
};

export type IdEntryEvent =
  | { readonly type: 'identity.submitted'; readonly userId: string }
  | { readonly type: 'identity.edited' }
  /** What the service offers is known now. */
  | { readonly type: 'client.learned'; readonly config: ClientConfig }
  | { readonly type: 'mode.chosen'; readonly mode: EntryMode }
  | { readonly type: 'passkey.request' };

type IdEntryContext = Omit<IdEntryInput, 'failure'> & {
  readonly failure: Failure | null;
  /** Message key of what is wrong with the field; null when nothing is. */
  readonly problem: 'info.enter.id' | null;
  /** What was chosen, where there is a choice. */
  readonly mode: EntryMode;
  readonly request: PasskeyRequest | null;
  /** How often the suggestions were renewed since the person last stirred. */
  readonly renewals: number;
  /** Whether the person has let the browser's question go: no error (decision 92). */
  readonly isCancelled: boolean;
  readonly passkeyFailure: Failure | null;
  readonly userHandle: string;
  readonly assertion: string | null;
  readonly identified: Identified | null;
};

type PolicyAnswer = Result<Identified>;
type StartAnswer = Result<PasskeyRequest>;

/** ID entry on /login and /first: an ID, or a passkey that tells it (spec sections 2 and 4, decisions 21, 50, 92). */
export const idEntryMachine = setup({
  types: {
    context: {} as IdEntryContext,
    events: {} as IdEntryEvent,
    input: {} as IdEntryInput,
    output: {} as IdEntryOutput,
    tags: {} as 'busy' | 'asking',
  },
  actors: {
    checkPolicy: port<PolicyAnswer, { userId: string; clientId: string }>('identity.checkPolicy'),
    /** What the server wants to have signed by a passkey of whoever it is. */
    startAssertion: port<StartAnswer, { clientId: string }>('identity.startAssertion'),
    /** The browser asks the person. */
    askPasskey: port<PasskeyAnswer, { request: PasskeyRequest }>('identity.askPasskey'),
    /** Whether the browser can suggest passkeys in the field. */
    probeSuggestions: port<boolean>('identity.probeSuggestions'),
    /** Suggests passkeys in the field until the person takes one. */
    suggestPasskeys: port<PasskeyAnswer, { request: PasskeyRequest }>('identity.suggestPasskeys'),
    /** Ends when the page is in sight; with `mustStir` only when the person does something there or comes back. */
    awaitAttention: port<void, { mustStir: boolean }>('identity.awaitAttention'),
    /** The policy check by the handle that a passkey knows its owner by (decision 92). */
    recognise: port<PolicyAnswer, { userHandle: string; clientId: string }>('identity.recognise'),
  },
  guards: {
    mustChooseService: ({ context }) => context.mustChooseService,
    isBlank: (_, userId: string) => userId.trim() === '',
    isIdentified: (_, answer: PolicyAnswer) => answer.ok,
    usesPasskeys: ({ context }) => usesPasskeys(context),
    canSuggest: (_, isPossible: boolean) => isPossible,
    isStarted: (_, answer: StartAnswer) => answer.ok,
    isGiven: (_, answer: PasskeyAnswer) => answer.kind === 'given' && answer.userHandle !== '',
    isCancelled: (_, answer: PasskeyAnswer) => answer.kind === 'cancelled',
  },
  delays: { suggestionLifetime: SUGGESTION_LIFETIME },
  actions: {
    noteClient: assign((_, client: ClientConfig) => ({ client })),
    noteMode: assign((_, mode: EntryMode) => ({ mode, isCancelled: false, passkeyFailure: null })),
    noteBlank: assign({ problem: 'info.enter.id' as const, failure: null }),
    noteTyped: assign((_, userId: string) => ({
      userId: userId.trim(),
      problem: null,
      failure: null,
      passkeyFailure: null,
    })),
    noteIdentified: assign((_, answer: PolicyAnswer) => (answer.ok ? { identified: answer.value } : {})),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    clearProblem: assign({ problem: null, failure: null }),
    clearPasskey: assign({ isCancelled: false, passkeyFailure: null }),
    noteRequest: assign((_, answer: StartAnswer) => (answer.ok ? { request: answer.value } : {})),
    noteAnswer: assign((_, answer: PasskeyAnswer) =>
      answer.kind === 'given' ? { assertion: answer.assertion, userHandle: answer.userHandle } : {},
    ),
    noteCancelled: assign({ isCancelled: true }),
    notePasskeyFailure: assign((_, passkeyFailure: Failure) => ({ passkeyFailure })),
    countRenewal: assign(({ context: { renewals } }) => ({
      renewals: renewals < IDLE_RENEWALS ? renewals + 1 : 0,
    })),
    dropRequest: assign({ request: null }),
    dropAnswer: assign({ assertion: null, userHandle: '' }),
  },
}).createMachine({
  id: 'id-entry',
  context: ({ input }) => ({
    ...input,
    problem: null,
    mode: 'id',
    request: null,
    renewals: 0,
    isCancelled: false,
    passkeyFailure: null,
    userHandle: '',
    assertion: null,
    identified: null,
  }),
  initial: 'opening',
  output: ({ context: { identified, assertion } }) => {
    if (!identified) throw new Error('The ID entry ended without an identity');
    return { ...identified, assertion };
  },
  on: {
    'client.learned': { actions: { type: 'noteClient', params: ({ event }) => event.config } },
  },
  states: {
    opening: {
      description: 'Decides whether there is a service to sign in to.',
      always: [{ guard: 'mustChooseService', target: 'unserved' }, { target: 'entering' }],
    },
    unserved: {
      description: 'No service asked for a login: the person starts from one of the services.',
    },
    entering: {
      description: 'Waits for the ID, or for the button of the passkey.',
      exit: 'dropRequest',
      on: {
        'identity.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'noteBlank' },
          { target: 'checking', actions: { type: 'noteTyped', params: ({ event }) => event.userId } },
        ],
        'identity.edited': { actions: 'clearProblem' },
        'mode.chosen': { actions: { type: 'noteMode', params: ({ event }) => event.mode } },
        'passkey.request': { guard: 'usesPasskeys', target: 'asserting', actions: 'clearPasskey' },
      },
      initial: 'plain',
      states: {
        plain: {
          description:
            'The field suggests no passkeys: the service does not offer them, or is not known yet.',
          always: { guard: 'usesPasskeys', target: 'probing' },
        },
        probing: {
          description: 'Finds out whether the browser can suggest passkeys in the field.',
          invoke: {
            id: 'probeSuggestions',
            src: 'probeSuggestions',
            onDone: [
              { guard: { type: 'canSuggest', params: ({ event }) => event.output }, target: 'preparing' },
              { target: 'unsuggested' },
            ],
            onError: 'unsuggested',
          },
        },
        preparing: {
          description: 'The server says what a suggested passkey has to sign.',
          invoke: {
            id: 'startAssertion',
            src: 'startAssertion',
            input: ({ context }) => ({ clientId: context.clientId }),
            onDone: [
              {
                guard: { type: 'isStarted', params: ({ event }) => event.output },
                target: 'suggesting',
                actions: { type: 'noteRequest', params: ({ event }) => event.output },
              },
              { target: 'unsuggested' },
            ],
            onError: 'unsuggested',
          },
        },
        suggesting: {
          description: 'The field suggests passkeys beside IDs.',
          invoke: {
            id: 'suggestPasskeys',
            src: 'suggestPasskeys',
            input: ({ context: { request } }) => {
              if (!request) throw new Error('Passkeys are suggested only with a request of the server');
              return { request };
            },
            onDone: [
              {
                guard: { type: 'isGiven', params: ({ event }) => event.output },
                target: '#id-entry.recognising',
                actions: ['clearProblem', { type: 'noteAnswer', params: ({ event }) => event.output }],
              },
              { target: 'unsuggested' },
            ],
            onError: 'unsuggested',
          },
          after: { suggestionLifetime: 'resting' },
        },
        resting: {
          description:
            'The suggestions are too old. They are renewed at once, but not for a hidden page, nor for hours at a page that nobody uses.',
          invoke: {
            id: 'awaitAttention',
            src: 'awaitAttention',
            input: ({ context: { renewals } }) => ({ mustStir: renewals >= IDLE_RENEWALS }),
            onDone: { target: 'preparing', actions: 'countRenewal' },
            onError: 'unsuggested',
          },
        },
        unsuggested: {
          description: 'The field suggests no passkeys; the ID and the button work as ever.',
        },
      },
    },
    checking: {
      description: 'Asks the server which policy applies to this ID.',
      tags: 'busy',
      invoke: {
        id: 'checkPolicy',
        src: 'checkPolicy',
        input: ({ context }) => ({ userId: context.userId, clientId: context.clientId }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'noteIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'entering', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    asserting: {
      description: 'The way to a signature of a passkey. Choosing the ID takes the browser’s question away.',
      tags: ['busy', 'asking'],
      exit: 'dropRequest',
      on: {
        'mode.chosen': {
          target: 'entering',
          actions: { type: 'noteMode', params: ({ event }) => event.mode },
        },
      },
      initial: 'starting',
      states: {
        starting: {
          description: 'The server says what the passkey has to sign.',
          invoke: {
            id: 'startAssertion',
            src: 'startAssertion',
            input: ({ context }) => ({ clientId: context.clientId }),
            onDone: [
              {
                guard: { type: 'isStarted', params: ({ event }) => event.output },
                target: 'asking',
                actions: { type: 'noteRequest', params: ({ event }) => event.output },
              },
              {
                target: '#id-entry.entering',
                actions: {
                  type: 'notePasskeyFailure',
                  params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
                },
              },
            ],
            onError: {
              target: '#id-entry.entering',
              actions: { type: 'notePasskeyFailure', params: UNEXPECTED },
            },
          },
        },
        asking: {
          description: 'The browser asks for a passkey of this portal.',
          invoke: {
            id: 'askPasskey',
            src: 'askPasskey',
            input: ({ context: { request } }) => {
              if (!request) throw new Error('The browser is asked only with a request of the server');
              return { request };
            },
            onDone: [
              {
                guard: { type: 'isGiven', params: ({ event }) => event.output },
                target: '#id-entry.recognising',
                actions: { type: 'noteAnswer', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isCancelled', params: ({ event }) => event.output },
                target: '#id-entry.entering',
                actions: 'noteCancelled',
              },
              {
                target: '#id-entry.entering',
                actions: { type: 'notePasskeyFailure', params: UNEXPECTED },
              },
            ],
            onError: {
              target: '#id-entry.entering',
              actions: { type: 'notePasskeyFailure', params: UNEXPECTED },
            },
          },
        },
      },
    },
    recognising: {
      description: 'Asks the server whose passkey it is, and which policy applies.',
      tags: 'busy',
      invoke: {
        id: 'recognise',
        src: 'recognise',
        input: ({ context }) => ({ userHandle: context.userHandle, clientId: context.clientId }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'noteIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: [
              'dropAnswer',
              {
                type: 'notePasskeyFailure',
                params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
              },
            ],
          },
        ],
        onError: {
          target: 'entering',
          actions: ['dropAnswer', { type: 'notePasskeyFailure', params: UNEXPECTED }],
        },
      },
    },
    done: { type: 'final' },
  },
});

export type IdEntryMachine = typeof idEntryMachine;
