import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import {
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '#tests/support/server/software-authenticator.ts';
import { CLIENT_ID } from '#tests/support/server/steps.ts';
import { enter, type Person } from './steps.ts';

/** A person who has registered a passkey and entered the ID. */
export type PasskeyPerson = Person & { readonly authenticator: SoftwareAuthenticator };

/** Registers a passkey of this authenticator for the person. */
export async function registerPasskey(
  { portal }: TestServer,
  userId: string,
  { credentialId, publicKey }: SoftwareAuthenticator,
  counter = 0,
): Promise<void> {
  await portal.devices.passkeys.add({
    credentialId,
    userId,
    name: 'Laptop',
    publicKey,
    counter,
    transports: ['internal'],
    registeredAt: portal.now(),
  });
}

export async function enterWithPasskey(server: TestServer, userId: string): Promise<PasskeyPerson> {
  const authenticator = softwareAuthenticator();
  await registerPasskey(server, userId, authenticator);
  return { ...(await enter(server, userId)), authenticator };
}

/** Requests an assertion of a person who has entered the ID. */
export const startAssertion = (
  { browser, userId }: Pick<Person, 'browser' | 'userId'>,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<CallAnswer> =>
  browser.call('POST', '/auth/login/oidc', {
    body: { clientId: CLIENT_ID, userId, type: '12', fidoStatus: 'start', ...changes },
  });

/** Requests an assertion without an ID. */
export const startAssertionWithoutId = (browser: Browser, clientId = CLIENT_ID): Promise<CallAnswer> =>
  browser.call('POST', '/auth/login/fido', { body: { clientId, fidoStatus: 'start' } });

type Options = { readonly challenge: string; readonly allowCredentials: readonly unknown[] };

/** The options of the assertion in an answer. */
export const optionsIn = ({ json }: CallAnswer): Options =>
  (json as { assertionRequest: { publicKeyCredentialRequestOptions: Options } }).assertionRequest
    .publicKeyCredentialRequestOptions;

/** A challenge of the person's own session. */
export const challengeFor = async (person: Pick<Person, 'browser' | 'userId'>): Promise<string> =>
  optionsIn(await startAssertion(person)).challenge;
