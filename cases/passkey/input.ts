import { loginParameters, methodInput } from '#cases/samples.ts';
import type { PasskeyInput } from '#machines/passkey/passkey.machine.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';

export const ASSERTION = 'assertion-1';
export const ASSERTION_REQUEST: PasskeyRequest = { challenge: 'challenge-1', rpId: 'portal.example' };
export const ASSERTION_ANSWER: PasskeyAnswer = { kind: 'given', assertion: ASSERTION, userHandle: '' };

/** An input of the flow for a passkey. */
export const passkeyInput = (changes: Partial<PasskeyInput> = {}): PasskeyInput => ({
  ...methodInput({ boxes: NO_BOXES }),
  support: 'supported',
  autoStarts: false,
  assertion: null,
  ...changes,
});

/** Inputs of the flow for a passkey, by the situation. */
export const PASSKEY_INPUTS = {
  'a person chooses the passkey': passkeyInput(),
  'a person always uses the passkey, and it starts automatically': passkeyInput({
    boxes: { always: true, alwaysSend: true },
    autoStarts: true,
  }),
  'the ID entry has already got the assertion': passkeyInput({ assertion: ASSERTION }),
  'the first of two steps': passkeyInput({ login: loginParameters({ step: 'first' }) }),
  'the browser has no passkeys': passkeyInput({ support: 'missing', hasOtherMethods: false }),
};
