import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { phoneOf, requestPush } from '#tests/support/server/push.ts';
import { secretOf } from '#tests/support/server/software-authenticator.ts';
import { bearer } from '#tests/support/server/steps.ts';
import {
  type Attack,
  CONTACTS,
  type Contact,
  type Device,
  type IdentityMethod,
  type Method,
} from './attack.ts';
import { type Devices, nextCode } from './devices.ts';
import type { AttackSetup } from './person.ts';

const CHANNELS = { sms: 'sms', internalMail: 'inmail', privateMail: 'exmail' } as const;

/** The browser and the service at which a method is used, for a step or a check. */
type MethodUse = {
  readonly browser: Browser;
  readonly clientId: string;
  /** The token with which codes are sent. */
  readonly token: string;
  /** Requests the challenge of a passkey. */
  readonly challenge: () => Promise<CallAnswer>;
};

/** Returns the secret of a method; null if the owner does not have the method. */
export type SecretSource = (method: Method, use: MethodUse) => Promise<string | null>;

export const isContact = (name: string): name is Contact => CONTACTS.some((contact) => contact === name);

/** The kind of device that a method uses; null for a password, a code and a temporary code. */
export const kindOf = (method: Method): Device | null =>
  method === 'pw' || method === 'emergencyCode' || isContact(method)
    ? null
    : method === 'push'
      ? 'mobileOtp'
      : method;

/** A person or an attacker, from whose possessions secrets are read. */
type SecretOwner = {
  readonly password: () => string | null;
  readonly code: string | null;
  readonly canRead: (contact: Contact) => boolean;
  readonly deviceOf: (kind: Device) => Devices | null;
};

function secretSourceOf(
  { server, userId }: AttackSetup,
  { password, code, canRead, deviceOf }: SecretOwner,
): SecretSource {
  const readCode = (contact: Contact): string => {
    const text = server.outbox.list({ userId, channel: CHANNELS[contact] }).at(-1)?.text ?? '';
    return /\b\d{6}\b/.exec(text)?.[0] ?? '000000';
  };

  const approvePush = async (
    { key }: Devices['app'],
    { browser, clientId, token }: MethodUse,
  ): Promise<string | null> => {
    if (key === null) return null;
    const { status, json } = await requestPush(browser, userId, { clientId, headers: bearer(token) });
    if (status !== 200) return null;
    const pushId = String(json['pushId']);
    await phoneOf(server, 'lee', key).approveShown(pushId);
    return pushId;
  };

  return async (method, use) => {
    const { browser, clientId, token } = use;
    if (method === 'pw') return password();
    if (method === 'emergencyCode') return code;
    if (isContact(method)) {
      if (!canRead(method)) return null;
      await browser.call('POST', `/auth/oauth2/send/${CHANNELS[method]}`, {
        body: { userId, clientId, content: '' },
        headers: bearer(token),
      });
      return readCode(method);
    }
    const kind = method === 'push' ? 'mobileOtp' : method;
    const devices = deviceOf(kind);
    if (!devices) return null;
    if (method === 'push') return approvePush(devices.app, use);
    if (method === 'hwOtp') return nextCode.card(devices.card);
    if (method === 'yubikey') return nextCode.yubikey(devices.yubikey);
    if (method === 'mobileOtp') return nextCode.app(devices.app, server.clock.now);
    const { assertionRequest } = (await use.challenge()).json as {
      assertionRequest?: { publicKeyCredentialRequestOptions: { challenge: string } };
    };
    const challenge = assertionRequest?.publicKeyCredentialRequestOptions.challenge;
    return challenge === undefined ? null : secretOf(devices.passkey.assertion(challenge));
  };
}

/** The secrets of the person, who has all factors. */
export const secretSourceOfPerson = (setup: AttackSetup, { person }: Attack): SecretSource =>
  secretSourceOf(setup, {
    password: () => setup.password,
    code: null,
    canRead: () => true,
    deviceOf: (kind) => (person.devices.includes(kind) ? setup.personDevices : null),
  });

/** Creates an attacker. The attacker's devices are used as soon as they are registered. */
export function attackerOf(setup: AttackSetup, { person, attackerHas }: Attack) {
  const registered = new Map<Device, IdentityMethod | null>();
  const attacker = {
    registered,
    password: attackerHas.includes('password') ? setup.password : null,
    deviceOf(kind: Device): Devices | null {
      if (registered.has(kind)) return setup.attackerDevices;
      return attackerHas.includes(kind) && person.devices.includes(kind) ? setup.personDevices : null;
    },
  };
  const canRead = (contact: Contact): boolean => attackerHas.includes(contact);
  return {
    attacker,
    secretFor: secretSourceOf(setup, {
      password: () => attacker.password,
      code: setup.emergencyCode,
      canRead,
      deviceOf: attacker.deviceOf,
    }),
  };
}
