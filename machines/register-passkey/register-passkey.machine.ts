import { assign, setup } from 'xstate';
import type { CreationRequest, MadePasskey } from '#machines/shared/passkey.ts';
import { port } from '#machines/shared/port.ts';
import {
  codeOf,
  isUnproved,
  type RegistrationInput,
  type RegistrationOutcome,
} from '#machines/shared/registration.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';

export type RegisterPasskeyInput = RegistrationInput & {
  readonly clientId: string;
  /** Whether this browser has passkeys here. */
  readonly isSupported: boolean;
};

export type RegisterPasskeyEvent =
  | { readonly type: 'name.submitted'; readonly name: string }
  | { readonly type: 'name.edited' }
  | { readonly type: 'registration.back' }
  | { readonly type: 'failure.dismissed' };

type Problem = 'info.passkey.noti' | 'info.passkey.length' | 'info.passkey.failure.duplication';

type RegisterPasskeyContext = RegisterPasskeyInput & {
  readonly name: string;
  readonly request: CreationRequest | null;
  /** What the browser has made, until the server has it. */
  readonly credential: unknown;
  readonly problem: Problem | null;
  /** What became of the browser's question, when it made no passkey. */
  readonly hint: 'cancelled' | 'known' | null;
  readonly failure: Failure | null;
  readonly outcome: RegistrationOutcome;
};

type Call = { readonly userId: string; readonly token: string; readonly name: string };
type StartAnswer = Result<CreationRequest>;
type Answer = Result<unknown>;

const LONGEST = 20;

/** A name is compared as it is kept: the same letters typed on another system are the same name. */
const nameOf = (text: string): string => text.trim().normalize('NFC');

/** Another passkey of the person has this name (decision 213). */
const isDuplicate = (answer: Answer): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && codeOf(answer.failure) === 'nameTaken';

type Answered = { readonly event: { readonly output: Answer } };

const BROKEN = { target: 'refused', actions: { type: 'noteFailure', params: null } } as const;

/** What a call says that does not lead on. */
const REFUSALS = [
  {
    guard: { type: 'isDuplicate', params: ({ event }: Answered) => event.output },
    target: 'naming',
    actions: { type: 'noteProblem', params: 'info.passkey.failure.duplication' },
  },
  {
    guard: { type: 'isUnproved', params: ({ event }: Answered) => event.output },
    target: 'done',
    actions: { type: 'end', params: 'unproved' },
  },
  { target: 'refused', actions: { type: 'noteFailure', params: ({ event }: Answered) => event.output } },
] as const;

/** Registers a passkey: its name first, then the browser makes it (spec section 5, decisions 92 and 213). */
export const registerPasskeyMachine = setup({
  types: {
    context: {} as RegisterPasskeyContext,
    events: {} as RegisterPasskeyEvent,
    input: {} as RegisterPasskeyInput,
    output: {} as RegistrationOutcome,
    tags: {} as 'busy',
  },
  actors: {
    checkName: port<Answer, Call>('register-passkey.checkName'),
    startCreation: port<StartAnswer, Call & { clientId: string }>('register-passkey.startCreation'),
    /** The browser asks the person. */
    makePasskey: port<MadePasskey, { request: CreationRequest }>('register-passkey.makePasskey'),
    finishCreation: port<Answer, Call & { clientId: string; credential: unknown }>(
      'register-passkey.finishCreation',
    ),
  },
  guards: {
    isSupported: ({ context }) => context.isSupported,
    isBlank: (_, name: string) => nameOf(name) === '',
    isTooLong: (_, name: string) => [...nameOf(name)].length > LONGEST,
    isDone: (_, answer: Answer) => answer.ok,
    isDuplicate: (_, answer: Answer) => isDuplicate(answer),
    isUnproved: (_, answer: Answer) => isUnproved(answer),
    isMade: (_, made: MadePasskey) => made.kind === 'made',
    isCancelled: (_, made: MadePasskey) => made.kind === 'cancelled',
    isKnown: (_, made: MadePasskey) => made.kind === 'known',
  },
  actions: {
    noteName: assign((_, name: string) => ({ name: nameOf(name), problem: null, hint: null })),
    noteProblem: assign((_, problem: Problem | null) => ({ problem })),
    noteRequest: assign((_, answer: StartAnswer) => (answer.ok ? { request: answer.value } : {})),
    dropRequest: assign({ request: null }),
    noteMade: assign((_, made: MadePasskey) => (made.kind === 'made' ? { credential: made.credential } : {})),
    dropMade: assign({ credential: null }),
    noteHint: assign((_, hint: 'cancelled' | 'known') => ({ hint })),
    noteFailure: assign((_, answer: Answer | null) => ({
      failure: answer && !answer.ok ? answer.failure : UNEXPECTED,
    })),
    clearFailure: assign({ failure: null }),
    end: assign((_, reason: RegistrationOutcome['reason']) => ({ outcome: { reason } })),
  },
}).createMachine({
  id: 'register-passkey',
  context: ({ input }) => ({
    ...input,
    name: '',
    request: null,
    credential: null,
    problem: null,
    hint: null,
    failure: null,
    outcome: { reason: 'back' },
  }),
  initial: 'naming',
  output: ({ context }) => context.outcome,
  states: {
    naming: {
      description: 'Waits for the name of the passkey.',
      on: {
        'name.submitted': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event.name },
            actions: { type: 'noteProblem', params: 'info.passkey.noti' },
          },
          {
            guard: { type: 'isTooLong', params: ({ event }) => event.name },
            actions: { type: 'noteProblem', params: 'info.passkey.length' },
          },
          {
            guard: 'isSupported',
            target: 'checking',
            actions: { type: 'noteName', params: ({ event }) => event.name },
          },
        ],
        'name.edited': { actions: { type: 'noteProblem', params: null } },
        'registration.back': 'done',
      },
    },
    checking: {
      description: 'The server looks whether the name is free.',
      tags: 'busy',
      invoke: {
        id: 'checkName',
        src: 'checkName',
        input: ({ context: { userId, token, name } }) => ({ userId, token, name }),
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'starting' },
          ...REFUSALS,
        ],
        onError: BROKEN,
      },
    },
    starting: {
      description: 'The server says what it wants to have made.',
      tags: 'busy',
      invoke: {
        id: 'startCreation',
        src: 'startCreation',
        input: ({ context: { userId, token, name, clientId } }) => ({ userId, token, name, clientId }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'making',
            actions: { type: 'noteRequest', params: ({ event }) => event.output },
          },
          ...REFUSALS,
        ],
        onError: BROKEN,
      },
    },
    making: {
      description: 'The browser asks the person for fingerprint, face, PIN or key.',
      tags: 'busy',
      exit: 'dropRequest',
      invoke: {
        id: 'makePasskey',
        src: 'makePasskey',
        input: ({ context: { request } }) => {
          if (!request) throw new Error('A passkey is made by a request of the server alone');
          return { request };
        },
        onDone: [
          {
            guard: { type: 'isMade', params: ({ event }) => event.output },
            target: 'finishing',
            actions: { type: 'noteMade', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isCancelled', params: ({ event }) => event.output },
            target: 'naming',
            actions: { type: 'noteHint', params: 'cancelled' },
          },
          {
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'naming',
            actions: { type: 'noteHint', params: 'known' },
          },
          { target: 'refused', actions: { type: 'noteFailure', params: null } },
        ],
        onError: BROKEN,
      },
    },
    finishing: {
      description: 'The server checks the passkey and keeps it.',
      tags: 'busy',
      exit: 'dropMade',
      invoke: {
        id: 'finishCreation',
        src: 'finishCreation',
        input: ({ context: { userId, token, name, clientId, credential } }) => ({
          userId,
          token,
          name,
          clientId,
          credential,
        }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'registered' },
          },
          ...REFUSALS,
        ],
        onError: BROKEN,
      },
    },
    refused: {
      description: 'A dialog says why no passkey was registered. The name stays in its field.',
      on: { 'failure.dismissed': { target: 'naming', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type RegisterPasskeyMachine = typeof registerPasskeyMachine;
