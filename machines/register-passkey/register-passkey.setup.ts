import { assign, setup } from 'xstate';
import { type FactorNameProblem, factorNameGuards } from '#machines/shared/factor-name.ts';
import type { CreationRequest, PasskeyCreationResult } from '#machines/shared/passkey.ts';
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
  /** Whether the browser supports passkeys on this page. */
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
    readonly problem: FactorNameProblem | null;
    /** Why the browser created no passkey. */
    readonly hint: 'cancelled' | 'alreadyRegistered' | null;
  };

type RegisterPasskeyCallInput = { readonly userId: string; readonly token: string; readonly name: string };
type CreationRequestResult = Result<CreationRequest>;
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
    checkName: port<Answer, RegisterPasskeyCallInput>('register-passkey.checkName'),
    startCreation: port<CreationRequestResult, RegisterPasskeyCallInput & { clientId: string }>(
      'register-passkey.startCreation',
    ),
    /** The browser prompts the person to create the passkey. */
    createPasskey: port<PasskeyCreationResult, { request: CreationRequest }>(
      'register-passkey.createPasskey',
    ),
    finishCreation: port<Answer, RegisterPasskeyCallInput & { clientId: string; credential: unknown }>(
      'register-passkey.finishCreation',
    ),
  },
  guards: {
    ...registrationGuards,
    ...factorNameGuards,
    isSupported: ({ context }: { readonly context: RegisterPasskeyContext }) => context.isSupported,
    isCreated: (_: unknown, result: PasskeyCreationResult) => result.kind === 'created',
    isCancelled: (_: unknown, result: PasskeyCreationResult) => result.kind === 'cancelled',
    isAlreadyRegistered: (_: unknown, result: PasskeyCreationResult) => result.kind === 'alreadyRegistered',
  },
  actions: {
    ...registrationActions<RegisterPasskeyContext, RegisterPasskeyEvent>(),
    setName: assign((_, name: string) => ({ name: normalisedFactorName(name), problem: null, hint: null })),
    setProblem: assign((_, problem: FactorNameProblem | null) => ({ problem })),
    setRequest: assign((_, answer: CreationRequestResult) => (answer.ok ? { request: answer.value } : {})),
    dropRequest: assign({ request: null }),
    setCredential: assign((_, result: PasskeyCreationResult) =>
      result.kind === 'created' ? { credential: result.credential } : {},
    ),
    dropCredential: assign({ credential: null }),
    setHint: assign((_, hint: 'cancelled' | 'alreadyRegistered') => ({ hint })),
  },
});
