import type { Failure } from '#machines/shared/result.ts';

export type PhoneLanguage = 'ko' | 'en';

/** An account on this phone. Its keys stay where they were made; `id` names them. */
export type PhoneAccount = { readonly id: string; readonly userId: string };

/** The code that an account shows now. */
export type ShownCode = { readonly id: string; readonly code: string };

/** The codes of all accounts, which change together. */
export type Codes = {
  readonly codes: readonly ShownCode[];
  /** When they change, in epoch milliseconds of the device. */
  readonly validUntil: number;
  /** Milliseconds from when they were computed until they change. */
  readonly remaining: number;
};

/** How a person adds the phone without a link that was opened. */
export type Way = 'digits' | 'link';

/** What is registered by: a link, or the 16 and the 6 digits that the portal shows. */
export type RegistrationInput =
  | { readonly link: string }
  | { readonly authCode: string; readonly otp: string };

/** What has happened last, told on the next screen. */
export type Notice =
  | 'added'
  | 'removed'
  | 'notRemoved'
  | 'approved'
  | 'refused'
  | 'mismatched'
  | 'expired'
  | 'over';

/**
 * Whether the phone is notified when something waits. `failed`: the browser got no subscription; `installFirst`: it
 * notifies for apps on the home screen alone; `none`: it has no notifications.
 */
export type Notifications = 'unknown' | 'on' | 'off' | 'blocked' | 'failed' | 'installFirst' | 'none';

/** What somebody at a desk asks of the person of an account. */
export type PhoneRequest = {
  readonly id: string;
  readonly account: PhoneAccount;
  readonly purpose: 'login' | 'identity';
  /** Name of the service in the language of the phone; empty when there is none. */
  readonly service: string;
  readonly browser: string;
  readonly address: string;
  /** When it was asked, in epoch milliseconds of the device. */
  readonly at: number;
  /** When it ends, in epoch milliseconds of the device. */
  readonly validUntil: number;
  /** Milliseconds from when the portal answered until it ends. */
  readonly remaining: number;
  /** Groups of characters, of which one stands on the screen at the desk. */
  readonly choices: readonly string[];
};

/** What the portal says when it is asked for all accounts. */
export type Requests = {
  /** The oldest one that waits; null for none. */
  readonly request: PhoneRequest | null;
  readonly isUnreachable: boolean;
  /** IDs of people whose app the portal does not know any more. */
  readonly unknown: readonly string[];
};

/** A choice on the phone: a group of characters, or null for a refusal. */
export type PhoneAnswer = { readonly request: PhoneRequest; readonly choice: string | null };

export type PhoneInput = {
  readonly language: PhoneLanguage;
  /** The link that the app was opened with; empty when there is none. */
  readonly link: string;
};

export type PhoneContext = PhoneInput & {
  readonly accounts: readonly PhoneAccount[];
  readonly codes: readonly ShownCode[];
  readonly validUntil: number | null;
  readonly remaining: number;
  /** Whose link was opened; empty when it is not known. */
  readonly linkOwner: string;
  readonly problem: 'phone.digits.invalid' | 'phone.link.missing' | null;
  readonly failure: Failure | null;
  readonly notice: Notice | null;
  /** What waits for an answer on this phone. */
  readonly request: PhoneRequest | null;
  readonly isUnreachable: boolean;
  readonly notifications: Notifications;
  /** IDs of people whose app the portal does not know any more. */
  readonly unknown: readonly string[];
  /** The account that is about to be removed. */
  readonly leaving: PhoneAccount | null;
};

export type PhoneEvent =
  | { readonly type: 'language.chosen'; readonly language: PhoneLanguage }
  | { readonly type: 'link.opened'; readonly link: string }
  | { readonly type: 'opening.retry' }
  | { readonly type: 'account.add' }
  | { readonly type: 'account.remove'; readonly id: string }
  | { readonly type: 'removal.confirmed' }
  | { readonly type: 'removal.cancelled' }
  | { readonly type: 'codes.retry' }
  | { readonly type: 'notifications.enable' }
  | { readonly type: 'choice.made'; readonly choice: string }
  | { readonly type: 'request.refuse' }
  | { readonly type: 'way.chosen'; readonly way: Way }
  | { readonly type: 'way.change' }
  | { readonly type: 'adding.leave' }
  | { readonly type: 'link.confirmed' }
  | { readonly type: 'link.submitted'; readonly link: string }
  | { readonly type: 'digits.submitted'; readonly authCode: string; readonly otp: string }
  | { readonly type: 'entry.edited' }
  | { readonly type: 'failure.dismissed' };
