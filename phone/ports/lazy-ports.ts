import { createClientKey, deriveOfflineKey } from '#phone/keys/offline-key.ts';
import { answerLogin, fetchLogin } from './code-login.ts';
import { checkPin, confirmPasskey, lockByPasskey, savePin } from './lock.ts';
import { register } from './register.ts';
import { renamePhone } from './rename.ts';
import { scanCode } from './scan.ts';

/**
 * Functions of ports that are needed only after a button is pressed. This module is loaded at the first use, also without
 * a network, from the service worker.
 */
export const lazyPorts = {
  answerLogin,
  checkPin,
  confirmPasskey,
  fetchLogin,
  savePin,
  lockByPasskey,
  createClientKey,
  deriveOfflineKey,
  register,
  renamePhone,
  scanCode,
};
