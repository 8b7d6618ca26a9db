import type { PasswordSecurity } from './domain.ts';
import type { IdentityMethod } from './policy.ts';
import type { Failure } from './result.ts';

/** Input of the identity check. */
export type SelfAuthInput = {
  readonly userId: string;
  readonly clientId: string;
  /** The label of the save button: Create, Change or Register (rule 115). */
  readonly mode: 'create' | 'change' | 'other';
  /** The methods that the policy offers; in a password flow, the methods that the password setting offers. */
  readonly offered: PasswordSecurity['selfAuth'];
  readonly isInsideApp: boolean;
  /** The token of a re-authentication with the password; empty when there was no re-authentication (rule 175). */
  readonly token: string;
  /** A device, or `offline`; null when the person has no app; absent while unknown. */
  readonly mobileApp?: string | null;
};

/**
 * Outcome of the identity check. `passed`: the server has accepted the proof for the token; `back`: the person left the
 * first step; `outdated`: the server no longer has the token with which the check started.
 */
export type SelfAuthOutput =
  | { readonly reason: 'passed'; readonly token: string; readonly method: IdentityMethod }
  | { readonly reason: 'back' | 'outdated' };

/** Input of the question step. */
export type QuestionsInput = {
  readonly userId: string;
  readonly clientId: string;
  /** `answer`: the person proves their identity; `create`: they choose a question and store an answer. */
  readonly mode: 'answer' | 'create';
  /** The questions, when they were fetched before: after the password is saved, the server returns no questions. */
  readonly fetchedQuestions?: readonly Question[];
};

/** Outcome of the question step. */
export type QuestionsOutput =
  /** The answer was correct; `token` is the token that the server returned for it. */
  | { readonly reason: 'answered'; readonly token: string }
  /** The person has chosen a question and an answer to store. */
  | {
      readonly reason: 'chosen';
      readonly questionId: string;
      readonly answer: string;
      /** The questions that were offered. */
      readonly questions: readonly Question[];
    }
  | { readonly reason: 'back' | 'outdated' };

/** Input of the password setup. */
export type PasswordSetupInput = {
  readonly userId: string;
  /** The token for the password calls: of the identity check, of a correct answer, or of a login with a password change. */
  readonly token: string;
  /** `create` saves the password with POST, `change` with PUT (rule 120). */
  readonly type: 'create' | 'change';
  /** Number of former passwords that may not be used again; 0 allows every former password. */
  readonly reuseLimit: number;
};

/** Outcome of the password setup. */
export type PasswordSetupOutput =
  /** `to` is the target of the login that required the change; empty when no login required it. */
  | { readonly reason: 'saved'; readonly to: string }
  /** The link is no longer valid, and the password was not saved. */
  | { readonly reason: 'linkEnded'; readonly refusal: LinkRefusal }
  | { readonly reason: 'back' | 'outdated' };

/** A kind of contact, by its name in the calls of the identity check (spec section 7). */
export type ContactType = 'phoneNumber' | 'inmail' | 'exmail';

/** A question in both languages (spec section 3). */
export type Question = {
  readonly questionId: string;
  readonly questionKo: string;
  readonly questionEn: string;
};

/** A valid link of /password (rule 183). */
export type Link = { readonly kind: 'create' | 'change'; readonly redirectUrl: string };

/** Why a link is refused (spec section 5, "Enter id failure by code"). */
export type LinkRefusal = 'expired' | 'used' | 'closed' | 'invalid';

/** The reason why a link is refused, for each error code of the server. */
export const LINK_REFUSALS: ReadonlyMap<string, LinkRefusal> = new Map([
  ['urlExpired', 'expired'],
  ['linkUsed', 'used'],
  ['linkClosed', 'closed'],
]);

/** The result of the check of a link. */
export type LinkAnswer =
  | { readonly ok: true; readonly link: Link }
  | { readonly ok: false; readonly refusal: LinkRefusal }
  /** The server did not answer, so the state of the link is unknown. */
  | { readonly ok: null; readonly failure: Failure };

/** The methods of the identity check that a password setting offers. No method is offered while the setting is unknown. */
export const offeredIdentityMethods = (setting: PasswordSecurity | null): SelfAuthInput['offered'] =>
  setting?.selfAuth ?? { sms: false, internalMail: false, privateMail: false, mobileOtp: false, push: false };
