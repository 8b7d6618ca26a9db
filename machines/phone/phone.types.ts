import type { Failure } from '#machines/shared/result.ts';

export type PhoneLanguage = 'ko' | 'en';

/** An account on this phone, without its keys. */
export type PhoneAccount = {
  readonly id: string;
  readonly userId: string;
  /** Registered without a connection: it shows codes, and receives no requests. */
  readonly isOffline?: true;
};

/** The lock that the app checks before an approval. `unset`: not chosen yet; `off`: none. */
export type LockKind = 'unset' | 'off' | 'passkey' | 'pin';

export type Lock = {
  readonly kind: LockKind;
  /** Whether the codes are locked too. */
  readonly coversCodes: boolean;
  /** Whether the phone can create a passkey that verifies its user. */
  readonly canCreatePasskey: boolean;
};

/** The data stored on this phone. */
export type PhoneData = {
  readonly accounts: readonly PhoneAccount[];
  readonly lock: Lock;
  /** The name of the phone at the portal. */
  readonly deviceName: string;
};

/** The result of comparing a PIN, with the number of tries that are left. */
export type PinAnswer =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly remainingTries: number };

/** A new PIN, typed twice. */
export type PinEntry = { readonly type: 'pin.set'; readonly pin: string; readonly again: string };

/** An answer that was given on this phone. */
export type AnswerRecord = {
  /** Epoch milliseconds by the clock of the phone. */
  readonly at: number;
  readonly userId: string;
  readonly service: string;
  readonly browser: string;
  readonly outcome: 'approved' | 'refused' | 'mismatched';
};

/** The current code of an account. */
export type ShownCode = { readonly id: string; readonly code: string };

/** The codes of all accounts, which change together. */
export type Codes = {
  readonly codes: readonly ShownCode[];
  /** Epoch milliseconds by the clock of the phone. */
  readonly validUntil: number;
  /** Milliseconds from their computation until they change. */
  readonly remaining: number;
};

/** A method to register the phone when the app was not opened by a link. */
export type AddingMethod = 'scan' | 'digits' | 'link' | 'offline';

/** The input of a registration: a link, or the 16 and the 6 digits that the portal shows. */
export type RegistrationInput =
  | { readonly link: string }
  | { readonly authCode: string; readonly otp: string };

/** Why an opened link or a scanned code cannot be used. */
export type UnusableLink =
  /** Not a link of any portal. */
  | { readonly kind: 'noLink' }
  | { readonly kind: 'otherPortal'; readonly portal: string }
  /** The code of a sign-in, on a phone without an online account. */
  | { readonly kind: 'noOnlineAccount' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Purpose of an opened link or a scanned code: a registration, or a sign-in. */
export type ScannedText =
  | { readonly kind: 'registration'; readonly userId: string }
  | { readonly kind: 'login'; readonly qrId: string }
  | UnusableLink;

/** Why there is no picture: permission denied, or no camera available. */
export type CameraProblem = 'denied' | 'noCamera';

/** The result of a scan. */
export type ScanResult = { readonly kind: 'text'; readonly text: string } | { readonly kind: CameraProblem };

/** A sign-in whose QR code was scanned. */
export type CodeLogin = {
  readonly qrId: string;
  /** Name of the service in the language of the phone; empty when there is none. */
  readonly service: string;
  readonly browser: string;
  /** When the code was shown and when it expires, in epoch milliseconds by the clock of the phone. */
  readonly at: number;
  readonly validUntil: number;
  /** Milliseconds from the portal's answer until it expires. */
  readonly remaining: number;
  /** The portal's screen shows one of these numbers next to the code. */
  readonly numbers: readonly string[];
};

/** The answer to a scanned sign-in: a number, or null to decline. */
export type LoginAnswer = {
  readonly login: CodeLogin;
  readonly account: PhoneAccount;
  readonly number: string | null;
};

/** The input of a registration without a connection. */
export type OfflineEntry = {
  readonly type: 'characters.submitted';
  readonly userId: string;
  /** The 8 characters that the portal shows. */
  readonly characters: string;
};

/** The result of the last action, shown on the next screen. */
export type Notice =
  | 'added'
  | 'addedOffline'
  | 'removed'
  | 'renamed'
  | 'notRemoved'
  | 'approved'
  | 'refused'
  | 'mismatched'
  | 'wrongNumber'
  | 'othersLogin'
  | 'expired'
  | 'over'
  | 'locked'
  | 'lockOff'
  | 'cleared'
  | 'notCleared';

/**
 * State of the notifications. `failed`: the browser got no push subscription; `installFirst`: the browser needs the app
 * on the home screen; `none`: the browser does not support them.
 */
export type Notifications = 'unknown' | 'on' | 'off' | 'blocked' | 'failed' | 'installFirst' | 'none';

/** A push request of the portal to an account. */
export type PhoneRequest = {
  readonly id: string;
  readonly account: PhoneAccount;
  readonly purpose: 'login' | 'identity';
  /** Name of the service in the language of the phone; empty when there is none. */
  readonly service: string;
  readonly browser: string;
  readonly address: string;
  /** When it was sent, in epoch milliseconds by the clock of the phone. */
  readonly at: number;
  /** When it expires, in epoch milliseconds by the clock of the phone. */
  readonly validUntil: number;
  /** Milliseconds from the portal's answer until it expires. */
  readonly remaining: number;
  /** Groups of characters; the portal's screen shows one of them. */
  readonly choices: readonly string[];
};

/** The portal's answers for all accounts. */
export type Requests = {
  /** The oldest open request; null when there is none. */
  readonly request: PhoneRequest | null;
  readonly isUnreachable: boolean;
  /** User IDs of accounts that the portal no longer knows. */
  readonly unknownUserIds: readonly string[];
};

/** The answer to a request: a group of characters, or null to refuse. */
export type PhoneAnswer = { readonly request: PhoneRequest; readonly choice: string | null };

export type EntryProblem =
  | 'phone.digits.invalid'
  | 'phone.link.missing'
  | 'phone.offline.invalid'
  | 'phone.offline.different'
  | 'phone.lock.notCreated'
  | 'phone.lock.notStored'
  | 'phone.pin.invalid'
  | 'phone.pin.different'
  | 'phone.pin.wrong'
  | 'phone.pin.unchecked'
  | 'phone.rename.failed'
  | 'phone.rename.invalid';

export type PhoneInput = {
  readonly language: PhoneLanguage;
  /** The link that the app was opened with; empty without one. */
  readonly link: string;
};

export type PhoneContext = PhoneInput & {
  readonly accounts: readonly PhoneAccount[];
  readonly lock: Lock;
  readonly deviceName: string;
  /** Tries left for the PIN; null before a wrong one. */
  readonly remainingTries: number | null;
  /** The chosen characters or number; empty before the choice. */
  readonly chosen: string;
  /** Number of periods of 30 seconds for which locked codes have been shown since they were unlocked. */
  readonly shownPeriods: number;
  readonly records: readonly AnswerRecord[];
  readonly codes: readonly ShownCode[];
  readonly validUntil: number | null;
  readonly remaining: number;
  /** User ID of the opened link; empty when not known. */
  readonly linkOwner: string;
  /** Whether the person scans in order to add an account. */
  readonly isAdding: boolean;
  readonly problem: EntryProblem | null;
  readonly failure: Failure | null;
  readonly notice: Notice | null;
  /** The request on the screen. */
  readonly request: PhoneRequest | null;
  readonly isUnreachable: boolean;
  readonly notifications: Notifications;
  /** User IDs of accounts that the portal no longer knows. */
  readonly unknownUserIds: readonly string[];
  readonly accountToRemove: PhoneAccount | null;
  readonly unusableLink: UnusableLink | null;
  readonly camera: CameraProblem | null;
  /** ID of the scanned QR code; empty without one. */
  readonly qrId: string;
  readonly login: CodeLogin | null;
  /** The account that answers the scanned sign-in. */
  readonly loginAccount: PhoneAccount | null;
  /** Set during a registration without a connection. */
  readonly clientKey: string;
  readonly characters: string;
  readonly offlineUserId: string;
  /** The six digits to compare. */
  readonly comparisonDigits: string;
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
  | { readonly type: 'codes.show' }
  | { readonly type: 'settings.open' }
  | { readonly type: 'settings.leave' }
  | { readonly type: 'name.submitted'; readonly name: string }
  | { readonly type: 'lock.change' }
  | { readonly type: 'lock.leave' }
  | { readonly type: 'lock.off' }
  | { readonly type: 'cover.toggled' }
  | { readonly type: 'lock.forgotten' }
  | { readonly type: 'passkey.create' }
  | { readonly type: 'pin.choose' }
  | PinEntry
  | { readonly type: 'pin.entered'; readonly pin: string }
  | { readonly type: 'unlock.retry' }
  | { readonly type: 'unlock.leave' }
  | { readonly type: 'clearing.confirmed' }
  | { readonly type: 'clearing.cancelled' }
  | { readonly type: 'notifications.enable' }
  | { readonly type: 'choice.made'; readonly choice: string }
  | { readonly type: 'request.refuse' }
  | { readonly type: 'code.scan' }
  | { readonly type: 'account.picked'; readonly id: string }
  | { readonly type: 'number.chosen'; readonly number: string }
  | { readonly type: 'login.decline' }
  | { readonly type: 'login.leave' }
  | OfflineEntry
  | { readonly type: 'comparison.confirmed' }
  | { readonly type: 'comparison.failed' }
  | { readonly type: 'adding.method.chosen'; readonly method: AddingMethod }
  | { readonly type: 'adding.method.change' }
  | { readonly type: 'adding.leave' }
  | { readonly type: 'link.confirmed' }
  | { readonly type: 'link.submitted'; readonly link: string }
  | { readonly type: 'digits.submitted'; readonly authCode: string; readonly otp: string }
  | { readonly type: 'entry.edited' }
  | { readonly type: 'failure.dismissed' };
