import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import { otpCard, yubikey } from '#server/config/devices.ts';
import { kept } from '#server/login/password/answer.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { offlineSecret } from '#server/login/provision/offline.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Browser, Called } from '#tests/support/server/browser.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { askAccess, checkIdentity, tokenOf, verify } from '#tests/support/server/identity.ts';
import { answerQuestion, savePassword } from '#tests/support/server/passwords.ts';
import { phoneOf, requestPush } from '#tests/support/server/push.ts';
import { firstOfTwo, secondStep } from '#tests/support/server/second-step.ts';
import { serverOn } from '#tests/support/server/server.ts';
import { secretOf } from '#tests/support/server/software-authenticator.ts';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import { tenantOf } from '#wire/tenant.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import {
  type Action,
  type Case,
  CONTACTS,
  type Contact,
  clientOf,
  type Device,
  fileOf,
  type Method,
  type Service,
  type Way,
} from './case.ts';
import { type Gained, judgeOf, pathsOf } from './model.ts';
import { codeBy, type Devices, devicesOf, entryOf } from './things.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const ANSWER = 'jeju island';
const CLIENT_KEY = 'AB12CD34EF56GH78';

const CHANNELS = { sms: 'sms', internalMail: 'inmail', privateMail: 'exmail' } as const;
const CONTACT_OF = { sms: 'phoneNumber', mobileOtp: 'phoneNumber', push: 'phoneNumber' } as const;
const CODES: Readonly<Record<Method, string>> = {
  pw: TOKEN_CODES.password,
  sms: TOKEN_CODES.sms,
  internalMail: TOKEN_CODES.internalMail,
  privateMail: TOKEN_CODES.privateMail,
  hwOtp: TOKEN_CODES.otpCard,
  yubikey: TOKEN_CODES.yubikey,
  mobileOtp: TOKEN_CODES.mobileOtp,
  push: TOKEN_CODES.push,
  fido2Token: TOKEN_CODES.passkey,
};
const TYPES: Readonly<Record<Device, string>> = {
  hwOtp: '7',
  yubikey: '8',
  mobileOtp: '9',
  fido2Token: '12',
};

/** What came of an attack. */
type Played = {
  /** What the attacker did that what they hold does not allow. */
  readonly unearned: readonly string[];
  /** What the portal let them do. */
  readonly done: readonly Action['does'][];
};

let people = 0;

const isContact = (name: string): name is Contact => CONTACTS.some((contact) => contact === name);
const kindOf = (method: Method): Device | null =>
  method === 'pw' || isContact(method) ? null : method === 'push' ? 'mobileOtp' : method;

/** Where something is shown: at a service, for a step or a check. */
type Place = {
  readonly browser: Browser;
  readonly clientId: string;
  /** Sends codes. */
  readonly token: string;
  readonly challenge: () => Promise<Called>;
};

/** A token that opens a registration, and its service. */
type Opened = { readonly token: string; readonly clientId: string };

const inLetters = (number: number): string =>
  [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');

/** A person at a portal of drawn services. */
async function personAt(storage: Storage, drawn: Case) {
  const server = serverOn(storage, fileOf(drawn.services), fakeEngine());
  const { portal } = server;
  people += 1;
  const own = devicesOf(2 * people, true);
  const userId = `person-${people}`;
  const mail = `${userId}@mail.example`;
  const contacts = {
    phoneNumber: `010-${String(10_000_000 + people)}`,
    internalMail: mail,
    privateMail: drawn.person.oneMailbox ? mail : `${userId}@home.example`,
  };
  const has = (kind: Device): boolean => drawn.person.devices.includes(kind);
  const entry = v.parse(account, {
    userId,
    name: { ko: '가온', en: 'Gaon' },
    ...contacts,
    tokens: {
      ...(has('hwOtp') && { otpCard: entryOf.card(own.card) }),
      ...(has('yubikey') && { yubikeyFirst: entryOf.key(own.key) }),
      ...(has('mobileOtp') && { mobileApp: entryOf.app(own.app) }),
    },
  });
  const password = 'First!2x6-mountain';
  const hash = await hashPassword(password, portal.config.scrypt);
  await portal.accounts.add(entry, drawn.person.hasPassword ? hash : null);
  if (has('fido2Token')) {
    const { credentialId, publicKey } = own.passkey;
    const passkey = { credentialId, publicKey, userId, name: 'Laptop', counter: 0, transports: [] };
    await portal.devices.passkeys.add({ ...passkey, registeredAt: portal.now() });
  }
  await portal.factors.of(userId);
  await portal.answers.put(userId, { questionId: 'book', hash: await kept(ANSWER, portal.config.scrypt) });
  server.wait(DAY);
  return { server, userId, own, contacts, password };
}

/** Plays an attack, and then every way in that is left to the attacker where they must not get in. */
export async function play(storage: Storage, drawn: Case): Promise<Played> {
  const { services, person, holds } = drawn;
  const { server, userId, own, contacts, password: first } = await personAt(storage, drawn);
  const { portal } = server;
  const theirs = devicesOf(2 * people + 1, false);
  const judge = judgeOf(drawn);
  const unearned: string[] = [];
  const done: Action['does'][] = [];
  const passwordBy = new Set<Way | 'answer'>();
  const registered = new Set<Device>();
  let unlockedMethods: readonly Method[] = [];
  let unlockedAt = 0;
  let browser = server.browser();
  let unlocked: Browser | null = null;
  let password = holds.includes('password') ? first : null;
  let next = 0;
  let opened: Opened | null = null;

  const gained = (): Gained => ({
    passwordBy,
    registered,
    browser: unlockedMethods,
    isRecent: server.clock.now - unlockedAt <= 10 * MINUTE,
  });
  const note = (does: Action['does'], isEarned: boolean, what: string): void => {
    done.push(does);
    if (!isEarned) unearned.push(what);
  };
  const serviceAt = (at: number): { readonly place: number; readonly service: Service } => {
    const place = at % services.length;
    const service = services[place];
    if (!service) throw new RangeError(`There is no service ${place}`);
    return { place, service };
  };
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  const readCode = (contact: Contact): string => {
    const text = server.outbox.list({ userId, channel: CHANNELS[contact] }).at(-1)?.text ?? '';
    return /\b\d{6}\b/.exec(text)?.[0] ?? '000000';
  };

  /** Whose device of a kind somebody shows: that of the attacker where it was registered. */
  const deviceOf = (isPerson: boolean, kind: Device): Devices | null => {
    if (isPerson) return own;
    if (registered.has(kind)) return theirs;
    return holds.includes(kind) && person.devices.includes(kind) ? own : null;
  };

  const approved = async ({ browser: asking, clientId, token }: Place): Promise<string | null> => {
    const { status, json } = await requestPush(asking, userId, { clientId, headers: bearer(token) });
    if (status !== 200) return null;
    const pushId = String(json['pushId']);
    await phoneOf(server, 'lee', own.app.key ?? '').approveOn(pushId);
    return pushId;
  };

  /** What is shown as a method; null for what they have not. */
  const secretFor = async (method: Method, place: Place, isPerson = false): Promise<string | null> => {
    const { browser: asking, clientId, token } = place;
    if (method === 'pw') return isPerson ? first : password;
    if (isContact(method)) {
      if (!isPerson && !holds.includes(method)) return null;
      await asking.call('POST', `/auth/oauth2/send/${CHANNELS[method]}`, {
        body: { userId, clientId, content: '' },
        headers: bearer(token),
      });
      return readCode(method);
    }
    const kind = method === 'push' ? 'mobileOtp' : method;
    const devices = deviceOf(isPerson, kind);
    if (!devices) return null;
    if (method === 'push') return devices === own ? approved(place) : null;
    if (method === 'hwOtp') return codeBy.card(devices.card);
    if (method === 'yubikey') return codeBy.key(devices.key);
    if (method === 'mobileOtp') return codeBy.app(devices.app, server.clock.now);
    const { assertionRequest } = (await place.challenge()).json as {
      assertionRequest?: { publicKeyCredentialRequestOptions: { challenge: string } };
    };
    const challenge = assertionRequest?.publicKeyCredentialRequestOptions.challenge;
    return challenge === undefined ? null : secretOf(devices.passkey.assertion(challenge));
  };

  const sendToken = async (asking: Browser, clientId: string): Promise<string> =>
    tokenOf(await askAccess(asking, userId, clientId));

  /** The steps of a sign-in; the answer to the last one, and what of it was earned before. */
  const signIn = async (
    asking: Browser,
    at: number,
    path: { readonly first: Method; readonly second: Method | null },
    isPerson = false,
  ): Promise<Called | null> => {
    const { place, service } = serviceAt(at);
    const clientId = clientOf(place);
    server.wait(31 * SECOND);
    const { json: told } = await checkPolicy(asking, userId, clientId);
    const policyId = String(told['policyId']);
    const isGated = service.gate && path.first !== 'pw';
    if (isGated && told['check'] !== true && told['secondToken'] === undefined) {
      const userPassword = isPerson ? first : password;
      if (userPassword === null) return null;
      await asking.call('POST', '/login/password', {
        body: { userId, userPassword, clientId, selfAuthFlag: 'N', policyId },
      });
    }
    const startFirst = (): Promise<Called> =>
      asking.call('POST', '/auth/login/oidc', {
        body: { clientId, userId, type: TOKEN_CODES.passkey, fidoStatus: 'start' },
      });
    const firstSecret = async (): Promise<string | null> => {
      const token = isContact(path.first) ? await sendToken(asking, clientId) : '';
      return secretFor(path.first, { browser: asking, clientId, token, challenge: startFirst }, isPerson);
    };
    if (service.second.length === 0) {
      const secret = await firstSecret();
      if (secret === null) return null;
      return authenticate(asking, userId, { clientId, policyId, tokenCode: CODES[path.first], secret });
    }
    let { secondToken, accessToken } = told;
    if (secondToken === undefined) {
      const otp = await firstSecret();
      if (otp === null) return null;
      const half = await firstOfTwo(asking, userId, { type: CODES[path.first], otp, clientId });
      ({ secondToken, accessToken } = half.json);
      if (secondToken === undefined) return half;
    }
    if (path.second === null) return null;
    const startSecond = (): Promise<Called> =>
      asking.call('POST', '/auth/oauth2/mfa/check', {
        body: { userId, otpTypeCode: TOKEN_CODES.passkey, portalType: 'user', fidoStatus: 'start', clientId },
      });
    const secret = await secretFor(
      path.second,
      { browser: asking, clientId, token: String(accessToken), challenge: startSecond },
      isPerson,
    );
    if (secret === null) return null;
    const half = { browser: asking, userId, policyId, clientId, secondToken: String(secondToken) };
    return secondStep({ ...half, accessToken: String(accessToken) }, CODES[path.second], secret);
  };

  const enter = async (at: number, path: Parameters<typeof signIn>[2]): Promise<void> => {
    const { place, service } = serviceAt(at);
    const answered = await signIn(browser, at, path);
    if (path.second === null && service.second.length > 0) return;
    if (answered?.status !== 200) return;
    note('signIn', judge.mayEnter(gained(), service), `enters ${clientOf(place)}`);
  };

  /** The end of an identity check; false when it does not pass. */
  const check = async (clientId: string, token: string, by: Way): Promise<boolean> => {
    const place = { browser, clientId, token, challenge: () => Promise.reject(new Error('No passkey')) };
    const secret = await secretFor(by, place);
    if (secret === null) return false;
    return (await checkIdentity(browser, userId, token, CODES[by], secret, clientId)).status === 200;
  };

  const identityToken = async (clientId: string, by: Way | 'answer'): Promise<string | null> => {
    if (by === 'answer') {
      if (!holds.includes('answer')) return null;
      const told = await answerQuestion(browser, userId, ANSWER, clientId);
      return told.status === 200 ? tokenOf(told) : null;
    }
    const type = by === 'internalMail' ? 'inmail' : by === 'privateMail' ? 'exmail' : CONTACT_OF[by];
    const info = isContact(by) && by !== 'sms' ? contacts[by] : contacts.phoneNumber;
    await verify(browser, userId, info, { type }, clientId);
    const token = await sendToken(browser, clientId);
    return (await check(clientId, token, by)) ? token : null;
  };

  const reset = async (at: number, by: Way | 'answer'): Promise<void> => {
    const { place } = serviceAt(at);
    const clientId = clientOf(place);
    await checkPolicy(browser, userId, clientId);
    const token = await identityToken(clientId, by);
    if (token === null) return;
    next += 1;
    const unique = `${inLetters(people)}-${inLetters(next)}`;
    for (const [level, chosen] of [
      [1, `weak-${unique}`],
      [3, `Strong!2x6-${unique}`],
    ] as const) {
      if ((await savePassword(browser, 'PUT', userId, token, chosen)).status !== 200) continue;
      password = chosen;
      passwordBy.add(by);
      note('reset', judge.mayReset(by), `sets the password by ${by}`);
      note('reset', level >= judge.level, `sets a password of level ${level}`);
      return;
    }
  };

  const open = async (at: number, by: Way): Promise<void> => {
    const clientId = clientOf(serviceAt(at).place);
    opened = null;
    const { json } = await checkPolicy(browser, userId, clientId);
    let token: string | null;
    if (person.hasPassword) {
      if (password === null) return;
      token = tokenOf(
        await browser.call('POST', '/login/password', {
          body: {
            userId,
            userPassword: password,
            clientId,
            selfAuthFlag: 'Y',
            policyId: String(json['policyId']),
          },
        }),
      );
      if (!(await check(clientId, token, by))) return;
    } else token = await identityToken(clientId, by);
    if (token !== null) opened = { token, clientId };
  };

  const called = ({ token }: Opened, method: string, path: string, body?: object): Promise<Called> =>
    browser.call(method, path, { headers: bearer(token), ...(body && { body }) });

  const ADD: Readonly<Record<Device, (at: Opened) => Promise<Called>>> = {
    async hwOtp(at) {
      const { serial: sn } = theirs.card;
      await portal.devices.otpCards.add(v.parse(otpCard, entryOf.card(theirs.card)), null);
      await called(at, 'POST', '/data/portal/hwotp/validation', { userId, sn });
      const otp = codeBy.card(theirs.card);
      return called(at, 'POST', '/data/portal/hwotp/verification', { userId, sn, otp });
    },
    async yubikey(at) {
      await portal.devices.yubikeys.add(v.parse(yubikey, entryOf.key(theirs.key)), null);
      const otp = codeBy.key(theirs.key);
      return called(at, 'POST', '/data/portal/yubikey/mapping', { userId, otp });
    },
    async mobileOtp(at) {
      const path = '/data/portal/mobileapp/provision/offline';
      await called(at, 'POST', `${path}/code`, { userId, clientKey: CLIENT_KEY });
      const { ak } = (await called(at, 'GET', `${path}/code/${userId}`)).json;
      const placed = await called(at, 'POST', path, { userId, osType: 'android' });
      if (placed.status === 200) theirs.app.secret = offlineSecret(CLIENT_KEY, String(ak));
      return placed;
    },
    async fido2Token(at) {
      const tenantId = tenantOf(at.clientId);
      const keyname = 'Mine';
      const begun = await called(at, 'POST', '/start', { username: userId, keyname, tenantId });
      const options = begun.json['publicKeyCredentialCreationOptions'] as { challenge: string } | undefined;
      if (!options) return begun;
      const publicKeyCredential = theirs.passkey.registration(options.challenge);
      return called(at, 'POST', '/finish', { userId, tokenName: keyname, tenantId, publicKeyCredential });
    },
  };

  const add = async (kind: Device): Promise<void> => {
    if (!opened || (await ADD[kind](opened)).status !== 200) return;
    note('add', judge.mayAdd(gained(), kind), `registers ${kind}`);
    registered.add(kind);
  };

  const alter = async (does: 'remove' | 'prefer', kind: Device): Promise<void> => {
    if (!opened) return;
    const all = await portal.factors.of(userId);
    const named = all.find(
      ({ type, device }) =>
        type === TYPES[kind] && ![theirs.key.chip.publicId, theirs.passkey.credentialId].includes(device),
    );
    if (!named || (registered.has(kind) && ['hwOtp', 'mobileOtp'].includes(kind))) return;
    const answered =
      does === 'remove'
        ? await called(opened, 'DELETE', `/data/portal/factors/${named.factorId}?userId=${userId}`)
        : await called(opened, 'POST', '/data/portal/default', {
            type: 'oidc',
            userId,
            default: CODES[kind],
          });
    if (answered.status === 200) note(does, judge.mayAlter(gained(), kind), `${does}s ${kind}`);
  };

  /** The person signs in, in the browser that they leave unlocked. */
  const leaveUnlocked = async (at: number): Promise<void> => {
    const { service } = serviceAt(at);
    const has = (method: Method): boolean => {
      const kind = kindOf(method);
      return method === 'pw' ? person.hasPassword : kind === null || person.devices.includes(kind);
    };
    const path = pathsOf(service).find((one) => one.every(has));
    if (!path) return;
    const steps = service.second.length > 0 ? path.slice(0, -1) : path;
    const second = service.second.length > 0 ? (path.at(-1) ?? null) : null;
    const left = server.browser();
    const answered = await signIn(left, at, { first: steps.at(-1) ?? 'pw', second }, true);
    if (answered?.status !== 200) return;
    unlocked = left;
    unlockedMethods = path;
    unlockedAt = server.clock.now;
  };

  const act = async ({ does, at, by, kind, first: one, second }: Action): Promise<void> => {
    server.wait(31 * SECOND);
    if (does === 'newBrowser') browser = server.browser();
    else if (does === 'unlocked') browser = unlocked ?? browser;
    else if (does === 'wait') server.wait(11 * MINUTE);
    else if (does === 'reset') await reset(at, by);
    else if (does === 'open') await open(at, by === 'answer' ? 'internalMail' : by);
    else if (does === 'add') await add(kind);
    else if (does === 'remove' || does === 'prefer') await alter(does, kind);
    else await enter(at, { first: one, second: does === 'first' ? null : second });
  };

  /** Every way in by what the attacker has, where they must not get in. */
  const tryAll = async (): Promise<void> => {
    for (const [at, service] of services.entries()) {
      if (judge.mayEnter(gained(), service)) continue;
      for (const path of pathsOf(service)) {
        const canShow = (method: Method): boolean => {
          const kind = kindOf(method);
          if (method === 'pw') return password !== null;
          return kind === null ? holds.some((thing) => thing === method) : deviceOf(false, kind) !== null;
        };
        if (!path.every(canShow)) continue;
        browser = server.browser();
        const steps = service.second.length > 0 ? path.slice(0, -1) : path;
        await enter(at, {
          first: steps.at(-1) ?? 'pw',
          second: service.second.length > 0 ? (path.at(-1) ?? null) : null,
        });
      }
    }
  };

  if (drawn.unlocked !== null) await leaveUnlocked(drawn.unlocked);
  for (const action of drawn.actions) await act(action);
  await tryAll();
  return { unearned, done };
}
