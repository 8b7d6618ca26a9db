import type { WireMethod } from '#wire/methods.ts';

/** A service of the configuration. */
export type DeskService = {
  readonly clientId: string;
  readonly protocol: 'openid' | 'saml';
  readonly name: { readonly ko: string; readonly en: string };
};

/** The answer of `services`. */
export type ServiceList = { readonly services: readonly DeskService[] };

/** A policy. A null list means that the policy applies to all clients, users, groups or networks. */
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
  /** Whether the policy requires the second step. */
  readonly isSecondStepAsked: boolean;
  /** Tokens of the second step, in the order in which they are offered. */
  readonly secondTokens: readonly (WireMethod | 'qrCode')[];
  /** Whether the policy allows people to manage their factors. */
  readonly isManagementOpen: boolean;
};

/** The answer of `policies`, in the order of the configuration. */
export type PolicyList = {
  readonly policies: readonly DeskPolicy[];
  readonly services: readonly DeskService[];
};

/** States of a server; see `DeskServer.state`. */
export const SERVER_STATES = ['serving', 'leaving', 'gone'] as const;

/** The last report of a server about its state. Times are epoch milliseconds. */
export type DeskServer = {
  readonly serverId: string;
  /** Host name. */
  readonly name: string;
  readonly version: string;
  /** The newest migration that the server knows. */
  readonly schema: string;
  readonly startedAt: number;
  /** Time of the last report. */
  readonly seenAt: number;
  /** `leaving`: the server stops and accepts no new requests. `gone`: no report for 45 s, although it was not stopped. */
  readonly state: (typeof SERVER_STATES)[number];
  /** Whether each part of the server works: storage, keys, disk. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** Numbers of password hashes that are being computed and that are queued. */
  readonly hashes: { readonly running: number; readonly waiting: number };
};

/** Problems that an operator has to solve: an expiring certificate, a failing gateway, or data to encrypt again. */
export const PENDING_TASKS = [
  'certificateEnds',
  'certificateEnded',
  'gatewayFails',
  'partFails',
  'resealDue',
  'serverGone',
] as const;

/** The answer of `state`: the state of the installation. Times are epoch milliseconds. */
export type DeskState = {
  /** Servers that reported in the last hour and were not stopped. */
  readonly servers: readonly DeskServer[];
  readonly storage: 'sqlite' | 'postgres';
  readonly gateways: readonly {
    readonly kind: 'sms' | 'internalMail' | 'privateMail' | 'push';
    /** Whether the gateway is configured. */
    readonly isThere: boolean;
    /** Whether the last message was accepted by the gateway; null when no message was sent since the start. */
    readonly isWorking: boolean | null;
    /** Time of the last message; null when no message was sent since the start. */
    readonly lastAt: number | null;
  }[];
  readonly certificates: readonly { readonly name: string; readonly until: number }[];
  readonly keys: readonly {
    readonly use: 'oidc' | 'saml' | 'data';
    readonly keyId: string;
    readonly state: 'signs' | 'waits' | 'retired';
    /** Time from which the key signs; null when unknown. */
    readonly signsFrom: number | null;
    /** End of the certificate of the key; null when the key has no certificate. */
    readonly until: number | null;
  }[];
  /** Tasks of the operator, the most urgent first. */
  readonly due: readonly {
    readonly what: (typeof PENDING_TASKS)[number];
    /** Name of the certificate, gateway, part or server. */
    readonly name: string;
    /** Name of the server whose part fails; empty for other tasks. */
    readonly server: string;
    /** Deadline; null when the task is due now. */
    readonly by: number | null;
  }[];
};
