import type { PasskeyInput } from '#machines/passkey/passkey.machine.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';
import { SERVICE } from '#tests/support/model/samples.ts';

export const ASSERTION = 'assertion-1';
export const REQUEST: PasskeyRequest = { challenge: 'challenge-1', rpId: 'portal.example' };
export const GIVEN: PasskeyAnswer = { kind: 'given', assertion: ASSERTION, userHandle: '' };

export const input = (changes: Partial<PasskeyInput> = {}): PasskeyInput => ({
  userId: 'kim',
  clientId: SERVICE,
  support: 'supported',
  isFixed: false,
  alwaysSend: false,
  startsAlone: false,
  hasOtherMethods: true,
  assertion: null,
  ...changes,
});

export const INPUTS = {
  'a person chooses the passkey': input(),
  'a person always uses it, and it starts by itself': input({
    isFixed: true,
    alwaysSend: true,
    startsAlone: true,
  }),
  'the ID entry has the assertion already': input({ assertion: ASSERTION }),
  'the browser has no passkeys': input({ support: 'missing', hasOtherMethods: false }),
};
