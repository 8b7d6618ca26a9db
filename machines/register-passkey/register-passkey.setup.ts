import { assign, setup } from 'xstate';
import { factorNameGuards, type NameProblem } from '#machines/shared/factor-name.ts';
import type { CreationRequest, MadePasskey } from '#machines/shared/passkey.ts';
import { port } from '#machines/shared/port.ts';
import type { RegistrationInput, RegistrationOutcome } from '#machines/shared/registration.ts';
import {
  type RegistrationContext,
  registrationActions,
  registrationGuards,
} from '#machines/shared/registration-flow.ts';
import type { Result } from '#machines/shared/result.ts';
import { normalisedFactorName } from '#wire/factor-name.ts';

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
  RegistrationContext & {
    readonly name: string;
    readonly request: CreationRequest | null;
    /** The created credential, until the server has saved it. */
    readonly credential: unknown;
    readonly problem: NameProblem | null;
    /** Why the browser created no passkey. */
    readonly hint: 'cancelled' | 'known' | null;
  };

type RegisterPasskeyCall = { readonly userId: string; readonly token: string; readonly name: string };
type StartAnswer = Result<CreationRequest>;
type Answer = Result<unknown>;

/** Setup of the machine that registers a passkey. */
export const registerPasskeySetup = setup({
  types: {
    context: {} as RegisterPasskeyContext,
    events: {} as RegisterPasskeyEvent,
    input: {} as RegisterPasskeyInput,
    output: {} as RegistrationOutcome,
    tags: {} as 'busy',
  },
  actors: {
    checkName: port<Answer, RegisterPasskeyCall>('register-passkey.checkName'),
    startCreation: port<StartAnswer, RegisterPasskeyCall & { clientId: string }>(
      'register-passkey.startCreation',
    ),
    /** The browser asks the person. */
    createPasskey: port<MadePasskey, { request: CreationRequest }>('register-passkey.createPasskey'),
    finishCreation: port<Answer, RegisterPasskeyCall & { clientId: string; credential: unknown }>(
      'register-passkey.finishCreation',
    ),
  },
  guards: {
    ...registrationGuards,
    ...factorNameGuards,
    isSupported: ({ context }: { readonly context: RegisterPasskeyContext }) => context.isSupported,
    isMade: (_: unknown, made: MadePasskey) => made.kind === 'made',
    isCancelled: (_: unknown, made: MadePasskey) => made.kind === 'cancelled',
    isKnown: (_: unknown, made: MadePasskey) => made.kind === 'known',
  },
  actions: {
    ...registrationActions<RegisterPasskeyContext, RegisterPasskeyEvent>(),
    setName: assign((_, name: string) => ({ name: normalisedFactorName(name), problem: null, hint: null })),
    setProblem: assign((_, problem: NameProblem | null) => ({ problem })),
    setRequest: assign((_, answer: StartAnswer) => (answer.ok ? { request: answer.value } : {})),
    dropRequest: assign({ request: null }),
    setCredential: assign((_, made: MadePasskey) =>
      made.kind === 'made' ? { credential: made.credential } : {},
    ),
    dropCredential: assign({ credential: null }),
    setHint: assign((_, hint: 'cancelled' | 'known') => ({ hint })),
  },
});
