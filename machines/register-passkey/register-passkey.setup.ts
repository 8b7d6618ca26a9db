import { assign, setup } from 'xstate';
import type { CreationRequest, MadePasskey } from '#machines/shared/passkey.ts';
import { port } from '#machines/shared/port.ts';
import {
  type RegisteringContext,
  registeringActions,
  registeringGuards,
} from '#machines/shared/registering.ts';
import { codeOf, type RegistrationInput, type RegistrationOutcome } from '#machines/shared/registration.ts';
import type { Result } from '#machines/shared/result.ts';

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

type RegisterPasskeyContext = RegisterPasskeyInput &
  RegisteringContext & {
    readonly name: string;
    readonly request: CreationRequest | null;
    /** What the browser has made, until the server has it. */
    readonly credential: unknown;
    readonly problem: Problem | null;
    /** What became of the browser's question, when it made no passkey. */
    readonly hint: 'cancelled' | 'known' | null;
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

/** What the registration of a passkey is made of. */
export const registerPasskeySetup = setup({
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
    ...registeringGuards,
    isSupported: ({ context }: { readonly context: RegisterPasskeyContext }) => context.isSupported,
    isBlank: (_: unknown, name: string) => nameOf(name) === '',
    isTooLong: (_: unknown, name: string) => [...nameOf(name)].length > LONGEST,
    isDuplicate: (_: unknown, answer: Answer) => isDuplicate(answer),
    isMade: (_: unknown, made: MadePasskey) => made.kind === 'made',
    isCancelled: (_: unknown, made: MadePasskey) => made.kind === 'cancelled',
    isKnown: (_: unknown, made: MadePasskey) => made.kind === 'known',
  },
  actions: {
    ...registeringActions<RegisterPasskeyContext, RegisterPasskeyEvent>(),
    noteName: assign((_, name: string) => ({ name: nameOf(name), problem: null, hint: null })),
    noteProblem: assign((_, problem: Problem | null) => ({ problem })),
    noteRequest: assign((_, answer: StartAnswer) => (answer.ok ? { request: answer.value } : {})),
    dropRequest: assign({ request: null }),
    noteMade: assign((_, made: MadePasskey) => (made.kind === 'made' ? { credential: made.credential } : {})),
    dropMade: assign({ credential: null }),
    noteHint: assign((_, hint: 'cancelled' | 'known') => ({ hint })),
  },
});
