import type { PasswordSecurity } from './domain.ts';
import type { IdentityMethod } from './policy.ts';
import type { Failure } from './result.ts';

/** Input of the identity check. */
export type SelfAuthInput = {
  readonly userId: string;
  readonly clientId: string;
  /** The label of the save button: Create, Change or Register (rule 115). */
  readonly mode: 'create' | 'change' | 'other';
  /** The methods that the policy, or in a password flow its setting, offers. */
  readonly offered: PasswordSecurity['selfAuth'];
  readonly isInsideApp: boolean;
  /** The token of a re-authentication by password, with which the check starts; empty without one (rule 175). */
  readonly token: string;
  /** The app of the person: a device, `offline`, or null for none; absent while unknown. */
  readonly mobileApp?: string | null;
};

/**
 * Outcome of the identity check: `passed` with the token marked by the server and the method; `back` from its first
 * step; `outdated` when the server no longer knows the token it started with.
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
  /** Questions that were fetched before; the server returns none after the password is saved. */
  readonly known?: readonly Question[];
};

/** Outcome of the question step. */
export type QuestionsOutput =
  /** The token that a right answer gives. */
  | { readonly reason: 'answered'; readonly token: string }
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
  /** The token for the password calls, from the identity check, an answer, or a login that leads to /change. */
  readonly token: string;
  /** POST creates, PUT changes (rule 120). */
  readonly type: 'create' | 'change';
  /** Number of former passwords that may not be used again; 0 is off. */
  readonly reuseLimit: number;
};

/** Outcome of the password setup. */
export type PasswordSetupOutput =
  /** `to` is the target of the login that this change has finished; empty for none. */
  | { readonly reason: 'saved'; readonly to: string }
  /** The link has expired: nothing is saved. */
  | { readonly reason: 'linkEnded'; readonly refusal: LinkRefusal }
  | { readonly reason: 'back' | 'outdated' };

/** A contact as the verification names it (spec section 7). */
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

/** Why a link is refused, by the error code of the server. */
export const LINK_REFUSALS: ReadonlyMap<string, LinkRefusal> = new Map([
  ['urlExpired', 'expired'],
  ['linkUsed', 'used'],
  ['linkClosed', 'closed'],
]);

export type LinkAnswer =
  | { readonly ok: true; readonly link: Link }
  | { readonly ok: false; readonly refusal: LinkRefusal }
  /** The server did not answer, so the state of the link is unknown. */
  | { readonly ok: null; readonly failure: Failure };

/** The methods of the identity check that the setting of a service offers; none while the setting is unknown. */
export const offeredIdentityMethods = (setting: PasswordSecurity | null): SelfAuthInput['offered'] =>
  setting?.selfAuth ?? { sms: false, internalMail: false, privateMail: false, mobileOtp: false, push: false };
