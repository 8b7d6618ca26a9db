import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import { securityEventsIn } from './security-events.ts';

const CAEP_TYPES = 'https://schemas.openid.net/secevent/caep/event-type';

/** Event types of OpenID Continuous Access Evaluation Profile 1.0. */
export const CAEP_EVENTS = {
  sessionRevoked: `${CAEP_TYPES}/session-revoked`,
  credentialChange: `${CAEP_TYPES}/credential-change`,
} as const;

/** A credential with which a person signs in: the password or a factor. */
export type Credential =
  | 'password'
  | { readonly type: FactorType; readonly transports?: readonly string[] | undefined };

/**
 * The credential type of CAEP 1.0, section 3.3.1, or an own name for OTP cards and YubiKeys, which CAEP does not name.
 */
function credentialType(credential: Credential): string {
  if (credential === 'password') return credential;
  const { type, transports = [] } = credential;
  if (type === FACTOR_TYPES.passkey)
    return transports.includes('internal') ? 'fido2-platform' : 'fido2-roaming';
  if (type === FACTOR_TYPES.mobileApp) return 'app';
  return type === FACTOR_TYPES.otpCard ? 'otp-card' : 'yubikey-otp';
}

/** Queues CAEP events for the receivers of Shared Signals; to be called in the transaction of the change (rule 258). */
export interface Caep {
  /** Queues the event that all sessions of a person have ended. */
  sessionRevoked(userId: string): Promise<void>;
  /** Queues the event that a credential of a person was added, changed or removed. */
  credentialChanged(
    userId: string,
    credential: Credential,
    change: 'create' | 'update' | 'delete',
  ): Promise<void>;
}

export function caepIn(db: Storage, now: Clock): Caep {
  const events = securityEventsIn(db, now);
  return {
    sessionRevoked: (userId) => events.addSignal(userId, CAEP_EVENTS.sessionRevoked, {}),
    credentialChanged: (userId, credential, change) =>
      events.addSignal(userId, CAEP_EVENTS.credentialChange, {
        credential_type: credentialType(credential),
        change_type: change,
      }),
  };
}
