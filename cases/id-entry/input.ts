import { clientConfig, SERVICE } from '#cases/samples.ts';
import type { IdEntryInput } from '#machines/id-entry/id-entry.setup.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';

/** An input of the ID entry before the configuration of the service is known; `changes` replace its fields. */
export const idEntryInput = (changes: Partial<IdEntryInput> = {}): IdEntryInput => ({
  clientId: SERVICE,
  client: null,
  support: 'supported',
  userId: '',
  failure: null,
  mustChooseService: false,
  ...changes,
});

/** The configuration of a service whose sign-ins begin with an ID or a passkey. */
export const CONFIG_WITH_ID_AND_PASSKEY = clientConfig({ passkey: true });
/** The configuration of a service whose sign-ins begin only with a passkey. */
export const CONFIG_WITH_ONLY_PASSKEY = clientConfig({ idOtp: false, passkey: true });

export const ASSERTION_REQUEST: PasskeyRequest = { challenge: 'challenge-1', rpId: 'portal.example' };
export const USER_HANDLE = 'handle-1';
export const ASSERTION = 'assertion-1';
export const ASSERTION_ANSWER: PasskeyAnswer = {
  kind: 'given',
  assertion: ASSERTION,
  userHandle: USER_HANDLE,
};
export const ANSWER_WITHOUT_USER_HANDLE: PasskeyAnswer = {
  kind: 'given',
  assertion: ASSERTION,
  userHandle: '',
};
