import type { Failure } from '#machines/shared/result.ts';

export type PhoneLanguage = 'ko' | 'en';

/** An account on this phone. Its keys stay where they were made; `id` names them. */
export type PhoneAccount = {
  readonly id: string;
  readonly userId: string;
  /** Registered without a connection: it shows codes, and the portal asks it nothing. */
  readonly isOffline?: true;
};

/** How the phone makes sure that its own person answers. `unset`: nobody has chosen yet; `off`: it does not. */
export type LockKind = 'unset' | 'off' | 'passkey' | 'pin';

export type Lock = {
  readonly kind: LockKind;
  /** Whether the codes are behind it too. */
  readonly coversCodes: boolean;
  /** Whether the phone can recognize its person by a passkey of its own. */
  readonly canPasskey: boolean;
};

/** What is on this phone. */
export type OnPhone = {
  readonly accounts: readonly PhoneAccount[];
  readonly lock: Lock;
  /** What the phone is called at the portal. */
  readonly deviceName: string;
};

/** How a PIN was taken; `tries` are left, 0 for none. */
export type PinAnswer = { readonly kind: 'right' } | { readonly kind: 'wrong'; readonly tries: number };

/** The PIN that a person sets, typed twice. */
export type PinEntry = { readonly type: 'pin.set'; readonly pin: string; readonly again: string };

/** An answer that was given on this phone. */
export type AnswerRecord = {
  /** When it was given, in epoch milliseconds of the device. */
  readonly at: number;
  readonly userId: string;
  readonly service: string;
  readonly browser: string;
  readonly outcome: 'approved' | 'refused' | 'mismatched';
};

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
export type Way = 'scan' | 'digits' | 'link' | 'offline';

/** What is registered by: a link, or the 16 and the 6 digits that the portal shows. */
export type RegistrationInput =
  | { readonly link: string }
  | { readonly authCode: string; readonly otp: string };

/** Why what was opened or scanned cannot be used. */
export type Misread =
  | { readonly kind: 'foreign' }
  | { readonly kind: 'otherPortal'; readonly portal: string }
  /** The code of a login, on a phone that can approve none. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What was opened or scanned: a registration with its owner, or the QR code of a login. */
export type ReadText =
  | { readonly kind: 'registration'; readonly userId: string }
  | { readonly kind: 'login'; readonly qrId: string }
  | Misread;

/** Why the camera shows nothing: the person or the device refuses it, or there is none that is free. */
export type CameraProblem = 'denied' | 'noCamera';

/** What the camera has found. */
export type Scanned = { readonly kind: 'text'; readonly text: string } | { readonly kind: CameraProblem };

/** A login whose QR code was scanned. */
export type CodeLogin = {
  readonly qrId: string;
  /** Name of the service in the language of the phone; empty when there is none. */
  readonly service: string;
  readonly browser: string;
  /** When the code was drawn and when it ends, in epoch milliseconds of the device. */
  readonly at: number;
  readonly validUntil: number;
  /** Milliseconds from when the portal answered until it ends. */
  readonly remaining: number;
  /** Numbers, of which one stands beside the code on the screen. */
  readonly numbers: readonly string[];
};

/** A choice for a scanned login: a number, or null to decline, signed by the key of an account. */
export type LoginAnswer = {
  readonly login: CodeLogin;
  readonly account: PhoneAccount;
  readonly number: string | null;
};

/** What the person types for a registration without a connection. */
export type OfflineEntry = {
  readonly type: 'characters.submitted';
  readonly userId: string;
  /** The 8 characters of the portal. */
  readonly characters: string;
};

/** What has happened last, shown on the next screen. */
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

export type EntryProblem =
  | 'phone.digits.invalid'
  | 'phone.link.missing'
  | 'phone.offline.invalid'
  | 'phone.offline.different'
  | 'phone.lock.notMade'
  | 'phone.lock.notKept'
  | 'phone.pin.invalid'
  | 'phone.pin.different'
  | 'phone.pin.wrong'
  | 'phone.pin.unchecked'
  | 'phone.rename.failed'
  | 'phone.rename.invalid';

export type PhoneInput = {
  readonly language: PhoneLanguage;
  /** The link that the app was opened with; empty when there is none. */
  readonly link: string;
};

export type PhoneContext = PhoneInput & {
  readonly accounts: readonly PhoneAccount[];
  readonly lock: Lock;
  readonly deviceName: string;
  /** Tries that are left for the PIN; null as long as none was wrong. */
  readonly tries: number | null;
  /** The characters or the number that the person has chosen to approve; empty before. */
  readonly chosen: string;
  /** How many half minutes the codes have been shown since they were uncovered, two at most. */
  readonly rounds: number;
  readonly records: readonly AnswerRecord[];
  readonly codes: readonly ShownCode[];
  readonly validUntil: number | null;
  readonly remaining: number;
  /** Whose link was opened; empty when it is not known. */
  readonly linkOwner: string;
  /** Whether the person scans to add an account, and not whatever a code is for. */
  readonly isAdding: boolean;
  readonly problem: EntryProblem | null;
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
  readonly misread: Misread | null;
  readonly camera: CameraProblem | null;
  /** Id of the QR code that was scanned; empty when there is none. */
  readonly qrId: string;
  readonly login: CodeLogin | null;
  /** The account that answers a scanned login. */
  readonly signer: PhoneAccount | null;
  /** Of a registration without a connection, as long as it lasts. */
  readonly clientKey: string;
  readonly characters: string;
  readonly offlineUserId: string;
  /** The six digits to compare. */
  readonly offlineProof: string;
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
  | { readonly type: 'lock.lost' }
  | { readonly type: 'passkey.make' }
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
  | { readonly type: 'signer.picked'; readonly id: string }
  | { readonly type: 'number.chosen'; readonly number: string }
  | { readonly type: 'login.decline' }
  | { readonly type: 'login.leave' }
  | OfflineEntry
  | { readonly type: 'proof.confirmed' }
  | { readonly type: 'proof.differs' }
  | { readonly type: 'way.chosen'; readonly way: Way }
  | { readonly type: 'way.change' }
  | { readonly type: 'adding.leave' }
  | { readonly type: 'link.confirmed' }
  | { readonly type: 'link.submitted'; readonly link: string }
  | { readonly type: 'digits.submitted'; readonly authCode: string; readonly otp: string }
  | { readonly type: 'entry.edited' }
  | { readonly type: 'failure.dismissed' };
