import type { LoginParameters } from '#machines/shared/login.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import type { Policy } from '#machines/shared/policy.ts';
import type { Pending } from '#machines/shared/session.ts';
import type { AppSettings } from '#wire/app-links.ts';
import type { TypeCode } from '#wire/type-codes.ts';

export type SecondFactorInput = {
  readonly userId: string;
  /** The fields of the login other than the proof. */
  readonly login: LoginParameters;
  readonly policy: Policy;
  /** A code, push or QR code that a reload has interrupted (rule 103); null when there is none. */
  readonly pending: Pending | null;
  readonly support: PasskeySupport;
  /** The app that scans QR codes, and the values in them. */
  readonly app: AppSettings & { readonly origin: string; readonly name: string };
  /** The token for sending codes, from the first step (rule 58). */
  readonly sendToken: string;
  /** Origin of the portal. */
  readonly origin: string;
};

export type SecondFactorEvent =
  | { readonly type: 'token.switch'; readonly code: TypeCode }
  /** The box 'save as default authenticator' (rule 63). */
  | { readonly type: 'default.toggled'; readonly isDefault: boolean }
  /** The box 'do not ask on this browser' (rule 252). */
  | { readonly type: 'remember.toggled'; readonly remembers: boolean }
  | { readonly type: 'second.back' }
  /** The person closes the dialog about a flow that failed. */
  | { readonly type: 'failure.dismissed' }
  /** The portal asks the flow to clean up and end, because another screen was requested. */
  | { readonly type: 'screen.leave' };

export type SecondFactorContext = SecondFactorInput & {
  /** The tokens that are offered, by rank. */
  readonly offered: readonly TypeCode[];
  /** The token of the first slot; null when none is offered. */
  readonly active: TypeCode | null;
  /** The token to activate after the active one has withdrawn its push; null without one. */
  readonly next: TypeCode | null;
  /** Whether the active token is to be the default of the second step. */
  readonly isDefault: boolean;
  /** Whether to remember this browser. */
  readonly remembers: boolean;
  /** The outcome; null while the step is running. */
  readonly outcome: MethodOutcome | null;
};
