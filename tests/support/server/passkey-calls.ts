import type { CallAnswer } from './browser.ts';
import type { Registration } from './registration.ts';
import { CLIENT_ID } from './steps.ts';

/** Makes the call that starts the registration of a passkey with this name. */
export const startPasskey = (
  { call, userId }: Registration,
  keyname = 'Laptop',
  tenantId = CLIENT_ID,
): Promise<CallAnswer> => call('POST', '/start', { body: { username: userId, keyname, tenantId } });

/** The challenge in the response to the start of a registration. */
export const challengeIn = ({ json }: CallAnswer): string =>
  (json['publicKeyCredentialCreationOptions'] as { challenge: string }).challenge;

/** Makes the call that finishes the registration of a passkey. */
export const finishPasskey = (
  { call, userId }: Registration,
  publicKeyCredential: unknown,
  tokenName = 'Laptop',
  tenantId = CLIENT_ID,
): Promise<CallAnswer> =>
  call('POST', '/finish', { body: { userId, tokenName, publicKeyCredential, tenantId } });
