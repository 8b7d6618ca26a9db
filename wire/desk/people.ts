import type { LastSignIn } from '#wire/last-sign-in.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import type { DeskRole } from './names.ts';

export const ACCOUNT_STATUSES = ['active', 'disabled', 'blocked'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Filter of a list of people: status, suspension, or a current lock. */
export const PEOPLE_STATES = [...ACCOUNT_STATUSES, 'dormant', 'reported', 'locked'] as const;
export type PeopleState = (typeof PEOPLE_STATES)[number];

/** Kinds of factors. */
export const DESK_FACTOR_KINDS = ['card', 'yubikey', 'app', 'passkey'] as const;
export type DeskFactorKind = (typeof DESK_FACTOR_KINDS)[number];

/** Fields of an account that are added and changed; texts, empty when unset. */
export const ACCOUNT_FIELDS = [
  'userId',
  'nameKo',
  'nameEn',
  'lastNameKo',
  'lastNameEn',
  'firstNameKo',
  'firstNameEn',
  'role',
  'userType',
  'status',
  'usageFrom',
  'usageUntil',
  'hoursFrom',
  'hoursUntil',
  'phoneNumber',
  'internalMail',
  'privateMail',
] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

/**
 * A query of `people`. `find` is the beginning of an ID, of a name (or of a word of it), of a mail address or of a phone
 * number (its digits; also its last eight or last four); case and width do not count. Empty: everybody, by ID.
 */
export type PeopleQuery = {
  readonly find: string;
  readonly status?: PeopleState;
  /** `next` of the previous page. */
  readonly after?: string;
  /** At most and by default 50. */
  readonly limit?: number;
};

/** A person in a list; for a viewer, contacts are masked. */
export type PersonRow = {
  /** SCIM id of the account. */
  readonly id: string;
  readonly userId: string;
  readonly name: { readonly ko: string; readonly en: string };
  readonly status: AccountStatus;
  /** Suspended until an identity check; null when not suspended. */
  readonly suspended: 'dormant' | 'reported' | null;
  /** Empty when there is none. */
  readonly phoneNumber: string;
  readonly internalMail: string;
  readonly privateMail: string;
};

/** The answer of `people`, in the order of the IDs. */
export type PeoplePage = {
  readonly people: readonly PersonRow[];
  /** Null at the end. */
  readonly next: string | null;
};

export type DeskFactor = {
  readonly factorId: string;
  readonly kind: DeskFactorKind;
  /** Name that the person gave it; may be empty. */
  readonly name: string;
  /** Facts such as serial number or model, masked; names as in docs/wire.md, "Registered factors". */
  readonly description: Readonly<Record<string, string | boolean | null>>;
  /** Epoch milliseconds; null when unknown. */
  readonly registeredAt: number | null;
  readonly lastUsedAt: number | null;
};

export type DeskLock = {
  readonly tokenCode: TypeCode;
  /** Failed attempts so far. */
  readonly failures: number;
  /** Epoch milliseconds; null when failures are counted without a lock, `forGood` until an operator unlocks. */
  readonly until: number | null | 'forGood';
  /** Whether it applies to browsers in which the person has signed in, not to all others. */
  readonly isOfKnownBrowser: boolean;
};

export type DeskPersonSession = {
  readonly sessionId: string;
  /** Family of the browser, such as `Chrome · Windows`; empty where it is not known. */
  readonly browser: string;
  /** For a viewer masked, such as `203.0.113.*`. */
  readonly address: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
};

/** The answer of `account`. Contacts are masked for a viewer. */
export type DeskAccount = {
  /** SCIM id of the account. */
  readonly id: string;
  readonly userId: string;
  /** The fields that `change` can change; for a viewer phoneNumber, internalMail and privateMail are masked. */
  readonly fields: Readonly<Record<AccountField, string>>;
  readonly status: AccountStatus;
  readonly suspended: 'dormant' | 'reported' | null;
  /** Names of the groups. */
  readonly groups: readonly string[];
};

/** The answer of `signInState`, whose body is `{ userId }`. Addresses are masked for a viewer. */
export type DeskSignInState = {
  /** Role of this person at the desk; null for none. */
  readonly deskRole: DeskRole | null;
  /** Whether the role of the caller allows acts on this person. */
  readonly isActable: boolean;
  readonly password: {
    readonly isSet: boolean;
    /** It has to be changed at the next sign-in. */
    readonly isInitial: boolean;
    /** Last day of its validity, such as `2026-12-31`; null when it does not expire. */
    readonly expiresOn: string | null;
    /** Whether the directory manages the password. */
    readonly isByDirectory: boolean;
  };
  readonly factors: readonly DeskFactor[];
  /** The temporary code in force, without the code; null for none. Epoch milliseconds. */
  readonly temporaryCode: { readonly validFrom: number; readonly validUntil: number } | null;
  readonly locks: readonly DeskLock[];
  readonly sessions: readonly DeskPersonSession[];
  /** Null when the person has not signed in yet. */
  readonly lastSignIn: LastSignIn | null;
};

/** The person on the person page. */
export type DeskPerson = DeskAccount & DeskSignInState;
