import type { Failure } from '#machines/shared/result.ts';

export type PhoneLanguage = 'ko' | 'en';

/** An account on this phone, without its keys. */
export type PhoneAccount = {
  readonly id: string;
  readonly userId: string;
  /** Whether the account was registered without a connection: it then shows codes, and receives no requests. */
  readonly isOffline?: true;
};

/** The lock that the app requires before an approval. `unset`: not chosen yet; `off`: the person wants no lock. */
export type LockKind = 'unset' | 'off' | 'passkey' | 'pin';

/** The lock of the app, as it is stored on this phone. */
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

/** The result of the check of a PIN. */
export type PinAnswer =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly remainingTries: number };

/** A new PIN, typed twice. */
export type PinEntry = { readonly type: 'pin.set'; readonly pin: string; readonly again: string };

/** A record of an answer that the person has given on this phone. */
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
  /** Milliseconds from the computation of the codes until the codes change. */
  readonly remaining: number;
};

/** A method to register the phone, in an app that was not opened with a link. */
export type AddingMethod = 'scan' | 'digits' | 'link' | 'offline';

/** The input of a registration: a link, or the 16 digits and the 6 more digits that the portal shows. */
export type PhoneRegistrationInput =
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

/** The content of an opened link or a scanned code: a registration, a sign-in, or nothing that can be used. */
export type ScannedText =
  | { readonly kind: 'registration'; readonly userId: string }
  | { readonly kind: 'login'; readonly qrId: string }
  | UnusableLink;

/** Why the camera shows no picture: the permission is denied, or there is no camera. */
export type CameraProblem = 'denied' | 'noCamera';

/** The result of a scan. */
export type ScanResult = { readonly kind: 'text'; readonly text: string } | { readonly kind: CameraProblem };

/** A sign-in whose QR code was scanned. */
export type CodeLogin = {
  readonly qrId: string;
  /** Name of the service in the language of the phone; empty when the sign-in is not for a service. */
  readonly service: string;
  readonly browser: string;
  /** When the code was shown, in epoch milliseconds by the clock of the phone. */
  readonly at: number;
  /** When the code expires, in epoch milliseconds by the clock of the phone. */
  readonly validUntil: number;
  /** Milliseconds from the portal's answer until the code expires. */
  readonly remaining: number;
  /** The portal's screen shows one of these numbers next to the code. */
  readonly numbers: readonly string[];
};

/** The answer to a scanned sign-in. */
export type CodeLoginAnswer = {
  readonly login: CodeLogin;
  readonly account: PhoneAccount;
  /** The chosen number; null declines the sign-in. */
  readonly number: string | null;
};

/** The input of a registration without a connection. */
export type OfflineEntry = {
  readonly type: 'characters.submitted';
  readonly userId: string;
  /** The 8 characters that the portal shows. */
  readonly characters: string;
};

/** A message about the result of the last action, shown on the next screen. */
export type ResultMessage =
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
 * State of the notifications. `blocked`: the person has denied the permission; `failed`: the browser got no push
 * subscription; `installFirst`: the browser requires the app on the home screen; `none`: the browser does not support
 * notifications.
 */
export type NotificationState = 'unknown' | 'on' | 'off' | 'blocked' | 'failed' | 'installFirst' | 'none';

/** A push request of the portal to an account. */
export type PhoneRequest = {
  readonly id: string;
  readonly account: PhoneAccount;
  readonly purpose: 'login' | 'identity';
  /** Name of the service in the language of the phone; empty when the request is not for a service. */
  readonly service: string;
  readonly browser: string;
  /** The IP address from which the push was requested. */
  readonly address: string;
  /** When the push was sent, in epoch milliseconds by the clock of the phone. */
  readonly at: number;
  /** When the push expires, in epoch milliseconds by the clock of the phone. */
  readonly validUntil: number;
  /** Milliseconds from the portal's answer until the push expires. */
  readonly remaining: number;
  /** Groups of characters; the portal's screen shows one of them. */
  readonly choices: readonly string[];
};

/** The result of a poll for the requests of all accounts. */
export type Requests = {
  /** The oldest open request; null when there is no open request. */
  readonly request: PhoneRequest | null;
  readonly isUnreachable: boolean;
  /** The user IDs of accounts whose app is not registered at the portal any more. */
  readonly unknownUserIds: readonly string[];
};

/** The answer to a request. */
export type PhoneAnswer = {
  readonly request: PhoneRequest;
  /** The chosen group of characters; null denies the request. */
  readonly choice: string | null;
};

/** The text key of a problem with an input. */
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
  /** The link with which the app was opened; empty when it was opened without a link. */
  readonly link: string;
};

export type PhoneContext = PhoneInput & {
  readonly accounts: readonly PhoneAccount[];
  readonly lock: Lock;
  readonly deviceName: string;
  /** Number of tries that are left for the PIN; null before a wrong PIN. */
  readonly remainingTries: number | null;
  /** The chosen characters or number; empty before the choice. */
  readonly chosen: string;
  /** Number of periods of 30 seconds for which locked codes have been shown since they were unlocked. */
  readonly shownPeriods: number;
  readonly records: readonly AnswerRecord[];
  readonly codes: readonly ShownCode[];
  readonly validUntil: number | null;
  readonly remaining: number;
  /** The ID of the account for which the opened link was created; empty when unknown. */
  readonly linkOwner: string;
  /** Whether the person scans a code in order to add an account. */
  readonly isAdding: boolean;
  readonly problem: EntryProblem | null;
  readonly failure: Failure | null;
  readonly notice: ResultMessage | null;
  /** The request on the screen. */
  readonly request: PhoneRequest | null;
  readonly isUnreachable: boolean;
  readonly notifications: NotificationState;
  /** The user IDs of accounts whose app is not registered at the portal any more. */
  readonly unknownUserIds: readonly string[];
  readonly accountToRemove: PhoneAccount | null;
  readonly unusableLink: UnusableLink | null;
  /** Why the camera cannot be used; null while it can be used. */
  readonly camera: CameraProblem | null;
  /** ID of the scanned QR code; empty before a code was scanned. */
  readonly qrId: string;
  readonly login: CodeLogin | null;
  /** The account that answers the scanned sign-in. */
  readonly loginAccount: PhoneAccount | null;
  // Values of a registration without a connection; empty at any other time.
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
