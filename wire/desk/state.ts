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

/** The answer of `state`. Times are epoch milliseconds. */
export type DeskState = {
  readonly servers: readonly {
    readonly name: string;
    readonly startedAt: number;
    readonly seenAt: number;
    /** Whether each of its parts works: storage, keys, disk. */
    readonly parts: Readonly<Record<string, boolean>>;
  }[];
  readonly storage: 'sqlite' | 'postgres';
  readonly gateways: readonly {
    readonly kind: 'sms' | 'internalMail' | 'privateMail' | 'push';
    /** Whether one is configured. */
    readonly isThere: boolean;
    /** Whether the last message of this server went out; null when none was sent since it started. */
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
  }[];
  /** What somebody has to do, the most urgent first. */
  readonly due: readonly {
    readonly what: 'certificateEnds' | 'certificateEnded' | 'gatewayFails' | 'partFails';
    readonly name: string;
    /** By when; null for now. */
    readonly by: number | null;
  }[];
};
