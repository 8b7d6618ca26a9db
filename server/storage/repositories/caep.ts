import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import { securityEventsIn } from './security-events.ts';

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type';

/** Event types of OpenID Continuous Access Evaluation Profile 1.0. */
export const CAEP_EVENTS = {
  sessionRevoked: `${CAEP}/session-revoked`,
  credentialChange: `${CAEP}/credential-change`,
} as const;

/** A credential that a person signs in by. */
export type Credential =
  | 'password'
  | { readonly type: FactorType; readonly transports?: readonly string[] | undefined };

/** Credential types of CAEP 1.0, section 3.3.1; it has none for one-time passwords of a card or a YubiKey. */
function credentialType(credential: Credential): string {
  if (credential === 'password') return credential;
  const { type, transports = [] } = credential;
  if (type === FACTOR_TYPES.passkey)
    return transports.includes('internal') ? 'fido2-platform' : 'fido2-roaming';
  if (type === FACTOR_TYPES.mobileApp) return 'app';
  return type === FACTOR_TYPES.otpCard ? 'otp-card' : 'yubikey-otp';
}

/** Queues events about a person for the receivers, in the transaction of the change (rule 258). */
export interface Caep {
  /** All sessions of the person have ended. */
  sessionRevoked(userId: string): Promise<void>;
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
