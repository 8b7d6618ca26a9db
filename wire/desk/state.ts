import type { WireMethod } from '#wire/methods.ts';

/** A service of the configuration. */
export type DeskService = {
  readonly clientId: string;
  readonly protocol: 'openid' | 'saml';
  readonly name: { readonly ko: string; readonly en: string };
};

/** The answer of `services`. */
export type ServiceList = { readonly services: readonly DeskService[] };

/** A policy in force. A list that is null means all. */
export type DeskPolicy = {
  readonly policyId: string;
  readonly isEnabled: boolean;
  readonly clients: readonly string[] | null;
  readonly users: readonly string[] | null;
  readonly groups: readonly string[] | null;
  readonly period: { readonly from?: string; readonly until?: string } | null;
  readonly hours: { readonly from: string; readonly until: string } | null;
  readonly networks: readonly string[] | null;
  /** Whether the password is required before the choice of a method. */
  readonly isPasswordFirst: boolean;
  readonly methods: readonly WireMethod[];
  readonly isSecondStepAsked: boolean;
  /** Tokens of the second step, the first rank first. */
  readonly secondTokens: readonly (WireMethod | 'qrCode')[];
  readonly isManagementOpen: boolean;
};

/** The answer of `policies`, in the order of the configuration. */
export type PolicyList = {
  readonly policies: readonly DeskPolicy[];
  readonly services: readonly DeskService[];
};

export const SERVER_STATES = ['serving', 'leaving', 'gone'] as const;

/** The last report of a server. Times are epoch milliseconds. */
export type DeskServer = {
  readonly serverId: string;
  /** Host name. */
  readonly name: string;
  readonly version: string;
  /** The newest migration that it knows. */
  readonly schema: string;
  readonly startedAt: number;
  readonly seenAt: number;
  /** `leaving`: takes no new requests; `gone`: no report for 45 s without having been stopped. */
  readonly state: (typeof SERVER_STATES)[number];
  /** Whether each of its parts works: storage, keys, disk. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** Password hashes that are being computed or are queued. */
  readonly hashes: { readonly running: number; readonly waiting: number };
};

export const PENDING_TASKS = [
  'certificateEnds',
  'certificateEnded',
  'gatewayFails',
  'partFails',
  'resealDue',
  'serverGone',
] as const;

/** The answer of `state`. Times are epoch milliseconds. */
export type DeskState = {
  /** Servers that reported in the last hour and were not stopped. */
  readonly servers: readonly DeskServer[];
  readonly storage: 'sqlite' | 'postgres';
  readonly gateways: readonly {
    readonly kind: 'sms' | 'internalMail' | 'privateMail' | 'push';
    /** Whether it is configured. */
    readonly isThere: boolean;
    /** Whether the last message of any server was sent; null when there was none since the start. */
    readonly isWorking: boolean | null;
    readonly lastAt: number | null;
  }[];
  readonly certificates: readonly { readonly name: string; readonly until: number }[];
  readonly keys: readonly {
    readonly use: 'oidc' | 'saml' | 'data';
    readonly keyId: string;
    readonly state: 'signs' | 'waits' | 'retired';
    /** From when it signs; null when unknown. */
    readonly signsFrom: number | null;
    /** End of its certificate; null when it has none. */
    readonly until: number | null;
  }[];
  /** Pending tasks, the most urgent first. */
  readonly due: readonly {
    readonly what: (typeof PENDING_TASKS)[number];
    readonly name: string;
    /** Server of a part; empty otherwise. */
    readonly server: string;
    /** Deadline; null for now. */
    readonly by: number | null;
  }[];
};
