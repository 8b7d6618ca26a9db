import { loginParameters, method } from '#cases/samples.ts';
import type { PasskeyInput } from '#machines/passkey/passkey.machine.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';

export const ASSERTION = 'assertion-1';
export const REQUEST: PasskeyRequest = { challenge: 'challenge-1', rpId: 'portal.example' };
export const ASSERTION_ANSWER: PasskeyAnswer = { kind: 'given', assertion: ASSERTION, userHandle: '' };

export const input = (changes: Partial<PasskeyInput> = {}): PasskeyInput => ({
  ...method({ boxes: NO_BOXES }),
  support: 'supported',
  autoStarts: false,
  assertion: null,
  ...changes,
});

export const INPUTS = {
  'a person chooses the passkey': input(),
  'a person always uses the passkey, and it starts automatically': input({
    boxes: { always: true, alwaysSend: true },
    autoStarts: true,
  }),
  'the ID entry has already got the assertion': input({ assertion: ASSERTION }),
  'the first of two steps': input({ login: loginParameters({ step: 'first' }) }),
  'the browser has no passkeys': input({ support: 'missing', hasOtherMethods: false }),
};
