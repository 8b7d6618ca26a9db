import { newClientKey, offlineKey } from '#phone/keys/offline-key.ts';
import { answerLogin, fetchLogin } from './code-login.ts';
import { checkPin, confirmPasskey, keepPin, lockByPasskey } from './lock.ts';
import { register } from './register.ts';
import { renamePhone } from './rename.ts';
import { scanCode } from './scan.ts';

/** The effects that nothing needs before a press. They are loaded with the first of them; the worker keeps them. */
export const later = {
  answerLogin,
  checkPin,
  confirmPasskey,
  fetchLogin,
  keepPin,
  lockByPasskey,
  newClientKey,
  offlineKey,
  register,
  renamePhone,
  scanCode,
};
