import { clientConfig, SERVICE } from '#cases/samples.ts';
import type { IdEntryInput } from '#machines/id-entry/id-entry.setup.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';

export const input = (changes: Partial<IdEntryInput> = {}): IdEntryInput => ({
  clientId: SERVICE,
  client: null,
  support: 'supported',
  userId: '',
  failure: null,
  mustChooseService: false,
  ...changes,
});

/** Configurations of services. */
export const ID_AND_PASSKEY = clientConfig({ passkey: true });
export const ONLY_PASSKEY = clientConfig({ idOtp: false, passkey: true });

export const REQUEST: PasskeyRequest = { challenge: 'challenge-1', rpId: 'portal.example' };
export const USER_HANDLE = 'handle-1';
export const ASSERTION = 'assertion-1';
export const ASSERTION_ANSWER: PasskeyAnswer = {
  kind: 'given',
  assertion: ASSERTION,
  userHandle: USER_HANDLE,
};
export const WITHOUT_USER_HANDLE: PasskeyAnswer = { kind: 'given', assertion: ASSERTION, userHandle: '' };
