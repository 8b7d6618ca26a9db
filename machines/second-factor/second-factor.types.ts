import type { LoginParameters } from '#machines/shared/login.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import type { Policy } from '#machines/shared/policy.ts';
import type { Pending } from '#machines/shared/session.ts';
import type { AppSettings } from '#wire/app-links.ts';
import type { TypeCode } from '#wire/type-codes.ts';

export type SecondFactorInput = {
  readonly userId: string;
  /** The parameters of the login call, without the method proof. */
  readonly login: LoginParameters;
  readonly policy: Policy;
  /** A code, push or QR code that a reload has interrupted (rule 103); null when nothing was interrupted. */
  readonly pending: Pending | null;
  readonly support: PasskeySupport;
  /** The mobile app that scans QR codes, and the values that a QR code of this portal contains. */
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
  /** The portal requests the flow to clean up and end, because another screen was requested. */
  | { readonly type: 'screen.leave' };

export type SecondFactorContext = SecondFactorInput & {
  /** The type codes of the offered tokens, in the order of their ranks. */
  readonly offered: readonly TypeCode[];
  /** The token of the first slot; null when no token is offered. */
  readonly active: TypeCode | null;
  /** The token that becomes active after the active token has withdrawn its push; null when no other token was chosen. */
  readonly next: TypeCode | null;
  /** Whether the person wants the active token to be the default of the second step. */
  readonly isDefault: boolean;
  /** Whether the person wants the second step to be skipped in this browser. */
  readonly remembers: boolean;
  /** The outcome; null while the step is running. */
  readonly outcome: MethodOutcome | null;
};
