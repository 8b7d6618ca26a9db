import type { LastSignIn } from '#wire/last-sign-in.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import type { DeskRole } from './names.ts';

/** Statuses of an account. Only an `active` account can sign in. */
export const ACCOUNT_STATUSES = ['active', 'disabled', 'blocked'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/**
 * Filters of a list of people: a status of the account, a suspension (`dormant`, or `reported` after the person has reported
 * a sign-in of somebody else), or a current lock.
 */
export const PEOPLE_STATES = [...ACCOUNT_STATUSES, 'dormant', 'reported', 'locked'] as const;
export type PeopleState = (typeof PEOPLE_STATES)[number];

/** Factor types, as the desk names them. */
export const DESK_FACTOR_KINDS = ['card', 'yubikey', 'app', 'passkey'] as const;
export type DeskFactorKind = (typeof DESK_FACTOR_KINDS)[number];

/** Fields of an account that the desk can set. All values are texts; a field that is not set is empty. */
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
 * A query of `people`. `find` is the beginning of an ID, a name, a later word of a name, a mail address, or the digits of a
 * phone number; it may also be the last eight or the last four digits. Upper and lower case, and full and half width, are
 * the same. An empty `find` lists all people.
 */
export type PeopleQuery = {
  readonly find: string;
  readonly status?: PeopleState;
  /** `next` of the previous page. */
  readonly after?: string;
  /** Maximum number of people on the page; 50 by default, and not more than 50. */
  readonly limit?: number;
};

/** A person in a list. For a viewer, mail addresses and phone number are masked. */
export type PersonRow = {
  /** SCIM id of the account. */
  readonly id: string;
  readonly userId: string;
  readonly name: { readonly ko: string; readonly en: string };
  readonly status: AccountStatus;
  /** Why the account is suspended until an identity check; null when it is not suspended. */
  readonly suspended: 'dormant' | 'reported' | null;
  /** `phoneNumber`, `internalMail` and `privateMail` are empty when the account has no such contact. */
  readonly phoneNumber: string;
  readonly internalMail: string;
  readonly privateMail: string;
};

/** The answer of `people`: one page of people, in the order of the IDs. */
export type PeoplePage = {
  readonly people: readonly PersonRow[];
  /** Key of the next page; null at the end. */
  readonly next: string | null;
};

/** A registered factor of a person. */
export type DeskFactor = {
  readonly factorId: string;
  readonly kind: DeskFactorKind;
  /** Name that the person has given to the factor; may be empty. */
  readonly name: string;
  /** Masked facts such as the serial number or the model, with the names in docs/wire.md, "Registered factors". */
  readonly description: Readonly<Record<string, string | boolean | null>>;
  /** `registeredAt` and `lastUsedAt`: epoch milliseconds; null when unknown. */
  readonly registeredAt: number | null;
  readonly lastUsedAt: number | null;
};

/** The failed attempts of a person with a method, and the lock that may follow. */
export type DeskLock = {
  /** Type code of the method. */
  readonly tokenCode: TypeCode;
  /** Failed attempts so far. */
  readonly failures: number;
  /**
   * End of the lock in epoch milliseconds. Null: failures were counted, but the method is not locked. `forGood`: the
   * method stays locked until an operator or a desk user unlocks it.
   */
  readonly until: number | null | 'forGood';
  /** Whether the lock applies to known browsers of the person; otherwise it applies to all other browsers. */
  readonly isOfKnownBrowser: boolean;
};

/** A session of the person in a browser. */
export type DeskPersonSession = {
  readonly sessionId: string;
  /** Name and operating system of the browser, such as `Chrome · Windows`; empty when unknown. */
  readonly browser: string;
  /** IP address; for a viewer masked, such as `203.0.113.*`. */
  readonly address: string;
  /** `startedAt` and `lastSeenAt` (the time of the last call): epoch milliseconds. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
};

/** The answer of `account`: the values of an account. */
export type DeskAccount = {
  /** SCIM id of the account. */
  readonly id: string;
  readonly userId: string;
  /** The fields that `change` can change; for a viewer phoneNumber, internalMail and privateMail are masked. */
  readonly fields: Readonly<Record<AccountField, string>>;
  readonly status: AccountStatus;
  /** Why the account is suspended until an identity check; null when it is not suspended. */
  readonly suspended: 'dormant' | 'reported' | null;
  /** Names of the groups. */
  readonly groups: readonly string[];
};

/**
 * The answer of `signInState`: how a person can sign in, and where the person is signed in. The body of the call is
 * `{ userId }`. Addresses are masked for a viewer.
 */
export type DeskSignInState = {
  /** Role of the person at the desk; null when the person has no role. */
  readonly deskRole: DeskRole | null;
  /** Whether the role of the caller allows acts on the person. */
  readonly isActable: boolean;
  readonly password: {
    readonly isSet: boolean;
    /** Whether the password has to be changed at the next sign-in. */
    readonly isInitial: boolean;
    /** Last day on which the password is valid, such as `2026-12-31`; null when it does not expire. */
    readonly expiresOn: string | null;
    /** Whether the directory manages the password. */
    readonly isByDirectory: boolean;
  };
  readonly factors: readonly DeskFactor[];
  /** Period of the valid temporary code in epoch milliseconds, without the code; null when there is no valid code. */
  readonly temporaryCode: { readonly validFrom: number; readonly validUntil: number } | null;
  readonly locks: readonly DeskLock[];
  readonly sessions: readonly DeskPersonSession[];
  /** Null when the person has not signed in yet. */
  readonly lastSignIn: LastSignIn | null;
};

/** All facts about a person on the desk's page of this person. */
export type DeskPerson = DeskAccount & DeskSignInState;
