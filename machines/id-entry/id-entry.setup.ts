import { assign, setup } from 'xstate';
import { type CeremonyContext, ceremonyPorts, type PasskeyRequestResult } from '#machines/shared/ceremony.ts';
import type { ClientConfig, SecondStepTokens } from '#machines/shared/domain.ts';
import type { PasskeyAnswer, PasskeyRequest, PasskeySupport } from '#machines/shared/passkey.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import { type EntryMode, usesPasskeys } from './entry-mode.ts';

/** Lifetime of the passkey suggestions in milliseconds: shorter than the lifetime of a WebAuthn challenge. */
export const SUGGESTION_LIFETIME = 240_000;

/** Maximum number of renewals without an interaction, after which the suggestions have lasted one hour. */
export const MAX_IDLE_RENEWALS = 14;

/** The identified person and the policy that applies to them. */
export type Identification = {
  readonly userId: string;
  readonly policy: Policy;
  /** The tokens of a session that has passed the first step already, so that only the second step is needed (rule 156). */
  readonly secondStep?: SecondStepTokens;
};

export type IdEntryInput = {
  /** Empty when no client service is known. */
  readonly clientId: string;
  /** The configuration of the service; null until it is known. */
  readonly client: ClientConfig | null;
  readonly support: PasskeySupport;
  /** The ID with which the field is filled; the person can change it (rule 44). */
  readonly userId: string;
  /** The failure after which the person returned to the ID entry; null when there was no failure. */
  readonly failure: Failure | null;
  /** Whether the person has to start at one of the listed services, because no service is known (rule 157). */
  readonly mustChooseService: boolean;
};

export type IdEntryOutput = Identification & {
  /** The passkey assertion that identified the person; null for a typed ID. */
  readonly assertion: string | null;
};

export type IdEntryEvent =
  | { readonly type: 'identity.submitted'; readonly userId: string }
  | { readonly type: 'identity.edited' }
  /** The configuration of the service has arrived. */
  | { readonly type: 'client.received'; readonly config: ClientConfig }
  | { readonly type: 'mode.chosen'; readonly mode: EntryMode }
  | { readonly type: 'passkey.request' };

/** Why the ID entry cannot continue; shown on the screen. */
export type EntryProblem =
  /** Nothing was typed. */
  | { readonly kind: 'blank' }
  /** The server refused the ID. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** There was no passkey, or the server refused it. */
  | { readonly kind: 'noPasskey'; readonly failure: Failure }
  /** The person has cancelled the browser's prompt, which is not an error (rule 92). */
  | { readonly kind: 'cancelled' };

type IdEntryContext = Omit<IdEntryInput, 'failure'> &
  CeremonyContext & {
    readonly problem: EntryProblem | null;
    /** The chosen mode, for a service that offers both modes. */
    readonly mode: EntryMode;
    /** Number of renewals of the suggestions since the last interaction. */
    readonly renewals: number;
    readonly userHandle: string;
    readonly assertion: string | null;
    readonly identified: Identification | null;
  };

type ActionArgs = { readonly context: IdEntryContext };

/** The result of a policy check: the person with their policy. */
export type PolicyCheckResult = Result<Identification>;

const withProblem = (problem: EntryProblem) => ({ problem });

/** Setup of the machine of the ID entry. */
export const idEntrySetup = setup({
  types: {
    context: {} as IdEntryContext,
    events: {} as IdEntryEvent,
    input: {} as IdEntryInput,
    output: {} as IdEntryOutput,
    tags: {} as 'busy' | 'asking',
  },
  actors: {
    ...ceremonyPorts<{ clientId: string }>('id-entry'),
    checkPolicy: port<PolicyCheckResult, { userId: string; clientId: string }>('id-entry.checkPolicy'),
    /** Whether the browser can suggest passkeys in the field. */
    probeSuggestions: port<boolean>('id-entry.probeSuggestions'),
    /** Suggests passkeys in the field until the person chooses one. */
    suggestPasskeys: port<PasskeyAnswer, { request: PasskeyRequest }>('id-entry.suggestPasskeys'),
    /** Ends when the page is visible. With `needsInteraction`, the person must also have used the page or shown it again. */
    awaitAttention: port<void, { needsInteraction: boolean }>('id-entry.awaitAttention'),
    /** Checks the policy of the person with the user handle of a passkey (rule 92). */
    recognise: port<PolicyCheckResult, { userHandle: string; clientId: string }>('id-entry.recognise'),
  },
  guards: {
    mustChooseService: ({ context }: ActionArgs) => context.mustChooseService,
    isBlank: (_, userId: string) => userId.trim() === '',
    isIdentified: (_, answer: PolicyCheckResult) => answer.ok,
    usesPasskeys: ({ context }: ActionArgs) => usesPasskeys(context),
    canSuggest: (_, isPossible: boolean) => isPossible,
    isStarted: (_, answer: PasskeyRequestResult) => answer.ok,
    isGiven: (_, answer: PasskeyAnswer) => answer.kind === 'given' && answer.userHandle !== '',
    isCancelled: (_, answer: PasskeyAnswer) => answer.kind === 'cancelled',
  },
  delays: { suggestionLifetime: SUGGESTION_LIFETIME },
  actions: {
    setClient: assign((_, client: ClientConfig) => ({ client })),
    setMode: assign((_, mode: EntryMode) => ({ mode, problem: null })),
    setUserId: assign((_, userId: string) => ({ userId: userId.trim(), problem: null })),
    setBlankProblem: assign(withProblem({ kind: 'blank' })),
    setRefusedProblem: assign((_, failure: Failure) => withProblem({ kind: 'refused', failure })),
    setPasskeyProblem: assign((_, failure: Failure) => withProblem({ kind: 'noPasskey', failure })),
    setCancelled: assign(withProblem({ kind: 'cancelled' })),
    clearProblem: assign({ problem: null }),
    setIdentified: assign((_, answer: PolicyCheckResult) => (answer.ok ? { identified: answer.value } : {})),
    setRequest: assign((_, answer: PasskeyRequestResult) => (answer.ok ? { request: answer.value } : {})),
    setAssertion: assign((_, answer: PasskeyAnswer) =>
      answer.kind === 'given' ? { assertion: answer.assertion, userHandle: answer.userHandle } : {},
    ),
    /** Counts a renewal; the renewal after an interaction starts the count again. */
    countRenewal: assign(({ context: { renewals } }) => ({
      renewals: renewals < MAX_IDLE_RENEWALS ? renewals + 1 : 0,
    })),
    dropRequest: assign({ request: null }),
    dropAssertion: assign({ assertion: null, userHandle: '' }),
  },
});
