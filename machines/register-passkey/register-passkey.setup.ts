import { assign, setup } from 'xstate';
import { factorNameGuards, type NameProblem } from '#machines/shared/factor-name.ts';
import type { CreationRequest, MadePasskey } from '#machines/shared/passkey.ts';
import { port } from '#machines/shared/port.ts';
import {
  type RegisteringContext,
  registeringActions,
  registeringGuards,
} from '#machines/shared/registering.ts';
import type { RegistrationInput, RegistrationOutcome } from '#machines/shared/registration.ts';
import type { Result } from '#machines/shared/result.ts';
import { factorNameOf } from '#wire/factor-name.ts';

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

type RegisterPasskeyContext = RegisterPasskeyInput &
  RegisteringContext & {
    readonly name: string;
    readonly request: CreationRequest | null;
    /** What the browser has made, until the server has it. */
    readonly credential: unknown;
    readonly problem: NameProblem | null;
    /** What became of the browser's question, when it made no passkey. */
    readonly hint: 'cancelled' | 'known' | null;
  };

type Call = { readonly userId: string; readonly token: string; readonly name: string };
type StartAnswer = Result<CreationRequest>;
type Answer = Result<unknown>;

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
    ...factorNameGuards,
    isSupported: ({ context }: { readonly context: RegisterPasskeyContext }) => context.isSupported,
    isMade: (_: unknown, made: MadePasskey) => made.kind === 'made',
    isCancelled: (_: unknown, made: MadePasskey) => made.kind === 'cancelled',
    isKnown: (_: unknown, made: MadePasskey) => made.kind === 'known',
  },
  actions: {
    ...registeringActions<RegisterPasskeyContext, RegisterPasskeyEvent>(),
    noteName: assign((_, name: string) => ({ name: factorNameOf(name), problem: null, hint: null })),
    noteProblem: assign((_, problem: NameProblem | null) => ({ problem })),
    noteRequest: assign((_, answer: StartAnswer) => (answer.ok ? { request: answer.value } : {})),
    dropRequest: assign({ request: null }),
    noteMade: assign((_, made: MadePasskey) => (made.kind === 'made' ? { credential: made.credential } : {})),
    dropMade: assign({ credential: null }),
    noteHint: assign((_, hint: 'cancelled' | 'known') => ({ hint })),
  },
});
