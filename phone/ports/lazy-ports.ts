import { newClientKey, offlineKey } from '#phone/keys/offline-key.ts';
import { answerLogin, fetchLogin } from './code-login.ts';
import { checkPin, confirmPasskey, lockByPasskey, savePin } from './lock.ts';
import { register } from './register.ts';
import { renamePhone } from './rename.ts';
import { scanCode } from './scan.ts';

/** Ports that no screen needs before a button is pressed, loaded at their first use. The service worker caches them. */
export const lazyPorts = {
  answerLogin,
  checkPin,
  confirmPasskey,
  fetchLogin,
  savePin,
  lockByPasskey,
  newClientKey,
  offlineKey,
  register,
  renamePhone,
  scanCode,
};
