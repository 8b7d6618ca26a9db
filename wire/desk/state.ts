import type { WireMethod } from '#wire/methods.ts';

/** A service, as lists name it. */
export type DeskService = {
  readonly clientId: string;
  readonly protocol: 'openid' | 'saml';
  readonly name: { readonly ko: string; readonly en: string };
};

/** The answer of `services`. */
export type ServiceList = { readonly services: readonly DeskService[] };

/** A policy as it is in force. A list that is null names nothing: it holds for all. */
export type DeskPolicy = {
  readonly policyId: string;
  readonly isEnabled: boolean;
  readonly clients: readonly string[] | null;
  readonly users: readonly string[] | null;
  readonly groups: readonly string[] | null;
  readonly period: { readonly from?: string; readonly until?: string } | null;
  readonly hours: { readonly from: string; readonly until: string } | null;
  readonly networks: readonly string[] | null;
  /** The person chooses a method at once, or the password comes first. */
  readonly isPasswordFirst: boolean;
  readonly methods: readonly WireMethod[];
  readonly isSecondStepAsked: boolean;
  /** Tokens of the second step, the first rank first. */
  readonly secondTokens: readonly (WireMethod | 'qrCode')[];
  readonly isManagementOpen: boolean;
};

/** The answer of `policies`, in the order in which they stand. */
export type PolicyList = {
  readonly policies: readonly DeskPolicy[];
  readonly services: readonly DeskService[];
};

export const SERVER_STATES = ['serving', 'leaving', 'gone'] as const;

/** A server as it has said last how it is. Times are epoch milliseconds. */
export type DeskServer = {
  readonly serverId: string;
  /** Of its machine. */
  readonly name: string;
  readonly version: string;
  /** The newest step of the schema that it knows. */
  readonly schema: string;
  readonly startedAt: number;
  readonly seenAt: number;
  /** `leaving`: it takes no new requests; `gone`: it has said nothing for 45 s, and was not stopped. */
  readonly state: (typeof SERVER_STATES)[number];
  /** Whether each of its parts works: storage, keys, disk. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** Passwords and answers that are being compared, and that wait for it. */
  readonly hashes: { readonly running: number; readonly waiting: number };
};

export const DUE = [
  'certificateEnds',
  'certificateEnded',
  'gatewayFails',
  'partFails',
  'resealDue',
  'serverGone',
] as const;

/** The answer of `state`. Times are epoch milliseconds. */
export type DeskState = {
  /** Those of the last hour that were not stopped in order. */
  readonly servers: readonly DeskServer[];
  readonly storage: 'sqlite' | 'postgres';
  readonly gateways: readonly {
    readonly kind: 'sms' | 'internalMail' | 'privateMail' | 'push';
    /** Whether one is configured. */
    readonly isThere: boolean;
    /** Whether the last message went out, whichever server sent it; null when none was sent since they started. */
    readonly isWorking: boolean | null;
    readonly lastAt: number | null;
  }[];
  readonly certificates: readonly { readonly name: string; readonly until: number }[];
  readonly keys: readonly {
    readonly use: 'oidc' | 'saml' | 'data';
    readonly keyId: string;
    readonly state: 'signs' | 'waits' | 'retired';
    /** From when it signs; null when it is not said. */
    readonly signsFrom: number | null;
    /** Until when its certificate is good; null when it has none. */
    readonly until: number | null;
  }[];
  /** What somebody has to do, the most urgent first. */
  readonly due: readonly {
    readonly what: (typeof DUE)[number];
    readonly name: string;
    /** Where it is a part of a server; else empty. */
    readonly server: string;
    /** By when; null for now. */
    readonly by: number | null;
  }[];
};
