import * as v from 'valibot';
import { otpCard, yubikey } from '#server/config/devices.ts';
import { offlineSecret } from '#server/login/provision/offline.ts';
import type { Storage } from '#server/storage/storage.ts';
import { checkProvision, fetchAppLink, registerApp } from '#tests/support/server/app-registration.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import {
  finishIdentityCheck,
  requestAccessToken,
  tokenOf,
  verifyPerson,
} from '#tests/support/server/identity.ts';
import { answerQuestion, openLink, savePassword, sendPasswordLink } from '#tests/support/server/passwords.ts';
import { bearer, checkPolicy } from '#tests/support/server/steps.ts';
import { tenantOf } from '#wire/tenant.ts';
import type { Act, Attack, Device, IdentityMethod, Method, Service } from './attack.ts';
import { clientIdOf } from './attack.ts';
import { entryOf, nextCode } from './devices.ts';
import { type Gains, methodPathsOf, permissionsOf } from './model.ts';
import { ANSWER, createPerson } from './person.ts';
import { attackerOf, isContact, kindOf, secretSourceOfPerson } from './secret-source.ts';
import { noChallenge, type SignInMethods, signIn, stepsOf, TYPE_CODE_OF } from './sign-in.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The client ID of the first service, at which the administrator's link sets a password. */
const FIRST_CLIENT_ID = clientIdOf(0);

/** The name of the cookie of a remembered browser. */
const REMEMBERED_COOKIE = 'munjigi_remembered';
/** The acts after which no browser is remembered any more. */
const FORGETTING_ACTS: readonly Act['does'][] = ['reset', 'link', 'add', 'installApp', 'remove'];

const CLIENT_KEY = 'AB12CD34EF56GH78';

/** The kind of contact that the page sends for an identity check. */
const CONTACT_TYPES = {
  sms: 'phoneNumber',
  mobileOtp: 'phoneNumber',
  push: 'phoneNumber',
  internalMail: 'inmail',
  privateMail: 'exmail',
} as const;
/** The type codes of devices. */
const DEVICE_TYPE_CODES: Readonly<Record<Device, string>> = {
  hwOtp: '7',
  yubikey: '8',
  mobileOtp: '9',
  fido2Token: '12',
};

/** The result of an attack. */
type AttackResult = {
  /** Descriptions of the acts that the portal allowed although the attacker's factors do not allow them. */
  readonly forbidden: readonly string[];
  /** All acts that the portal allowed. */
  readonly done: readonly Act['does'][];
};

/** The token of an open registration, its service, and the identity check that opened the registration. */
type OpenRegistration = { readonly token: string; readonly clientId: string; readonly by: IdentityMethod };

/** A link for an app. `request` contains the gains and the check at the request of the link; null for the administrator's link. */
type AppLink = {
  readonly ak: string;
  readonly request: { readonly gains: Gains; readonly by: IdentityMethod } | null;
};

/** Replaces digits with letters, since a password of level 1 must not satisfy the higher levels. */
const withoutDigits = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

/** Runs an attack, then tries every remaining sign-in at the services where the attacker must not sign in. */
export async function runAttack(storage: Storage, attack: Attack): Promise<AttackResult> {
  const { services, person, attackerHas } = attack;
  const setup = await createPerson(storage, attack);
  const { server, userId, attackerDevices, contacts } = setup;
  const { portal } = server;
  const { attacker, secretFor } = attackerOf(setup, attack);
  const { registered } = attacker;
  const permissions = permissionsOf(attack);
  const passwordLink = attackerHas.includes('passwordLink')
    ? await sendPasswordLink(server, userId, person.hasPassword ? 'change' : 'create', FIRST_CLIENT_ID)
    : null;
  const removed = new Set<Device>();
  const forbidden: string[] = [];
  const done: Act['does'][] = [];
  let unlockedMethods: readonly Method[] = [];
  let unlockedAt = 0;
  let remembered: Gains['remembered'] = null;
  let browser = server.browser();
  let unlocked: Browser | null = null;
  let passwordCount = 0;
  let openRegistration: OpenRegistration | null = null;
  let linkedBy: Gains['linkedBy'] = null;
  let appLink: AppLink | null = null;
  let codeShownIn: Browser | null = null;
  let hasInstalled = false;

  const gains = (): Gains => ({
    registered: new Map(registered),
    removed,
    linkedBy,
    browser: unlockedMethods,
    isRecent: server.clock.now - unlockedAt <= 10 * MINUTE,
    remembered: browser.cookies.has(REMEMBERED_COOKIE) ? remembered : null,
    code: {
      isValid: attackerHas.includes('emergencyCode') && codeShownIn === null,
      isProved: codeShownIn === browser,
    },
  });
  const recordAct = (does: Act['does'], isAllowed: boolean, description: string): void => {
    done.push(does);
    if (FORGETTING_ACTS.includes(does)) remembered = null;
    if (!isAllowed) forbidden.push(description);
  };
  const serviceAt = (at: number): { readonly clientId: string; readonly service: Service } => {
    const index = at % services.length;
    const service = services[index];
    if (!service) throw new RangeError(`There is no service ${index}`);
    return { clientId: clientIdOf(index), service };
  };

  /** Tries to sign in. */
  const trySignIn = async (at: number, path: SignInMethods): Promise<void> => {
    const { clientId, service } = serviceAt(at);
    const isAllowed = permissions.maySignIn(gains(), service);
    const answer = await signIn(setup, secretFor, { browser, service, clientId }, path);
    const isCodeLeft = (await portal.devices.emergencyCodes.find(userId)) !== null;
    if (attackerHas.includes('emergencyCode') && !isCodeLeft) codeShownIn ??= browser;
    if (answer?.status !== 200) return;
    recordAct('signIn', isAllowed, `signs in at ${clientId}`);
  };

  /** Passes an identity check. Returns false if the check fails. */
  const passCheck = async (clientId: string, token: string, by: IdentityMethod): Promise<boolean> => {
    const use = { browser, clientId, token, challenge: noChallenge };
    const secret = await secretFor(by, use);
    if (secret === null) return false;
    return (
      (await finishIdentityCheck(browser, userId, token, TYPE_CODE_OF[by], secret, clientId)).status === 200
    );
  };

  /** Returns the token after an identity check or an answer; null if it fails. */
  const fetchIdentityToken = async (
    clientId: string,
    by: IdentityMethod | 'answer',
  ): Promise<string | null> => {
    if (by === 'answer') {
      if (!attackerHas.includes('answer')) return null;
      const answer = await answerQuestion(browser, userId, ANSWER, clientId);
      return answer.status === 200 ? tokenOf(answer) : null;
    }
    const info = isContact(by) && by !== 'sms' ? contacts[by] : contacts.phoneNumber;
    await verifyPerson(browser, userId, info, { type: CONTACT_TYPES[by] }, clientId);
    const token = tokenOf(await requestAccessToken(browser, userId, clientId));
    return (await passCheck(clientId, token, by)) ? token : null;
  };

  /** Sets the weakest password that the portal accepts. */
  const setPassword = async (
    does: 'reset' | 'link',
    method: 'PUT' | 'POST',
    token: string,
    by: IdentityMethod | 'answer',
  ): Promise<void> => {
    passwordCount += 1;
    const unique = `${withoutDigits(userId)}-${withoutDigits(String(passwordCount))}`;
    for (const [level, newPassword] of [
      [1, `weak-${unique}`],
      [3, `Strong!2x6-${unique}`],
    ] as const) {
      if ((await savePassword(browser, method, userId, token, newPassword)).status !== 200) continue;
      recordAct(does, permissions.mayReset(gains(), by), `sets the password by ${by}`);
      recordAct(does, level >= permissions.level, `sets a password of level ${level}`);
      attacker.password = newPassword;
      if (does === 'link') linkedBy = by;
      return;
    }
  };

  const reset = async (at: number, by: IdentityMethod | 'answer'): Promise<void> => {
    const { clientId } = serviceAt(at);
    await checkPolicy(browser, userId, clientId);
    const token = await fetchIdentityToken(clientId, by);
    if (token !== null) await setPassword('reset', 'PUT', token, by);
  };

  /** Opens the administrator's link at the first service, and sets a password. */
  const link = async (by: IdentityMethod | 'answer'): Promise<void> => {
    if (passwordLink === null) return;
    if ((await openLink(browser, userId, passwordLink, FIRST_CLIENT_ID)).status !== 200) return;
    const token = await fetchIdentityToken(FIRST_CLIENT_ID, by);
    if (token !== null) await setPassword('link', person.hasPassword ? 'PUT' : 'POST', token, by);
  };

  /** Opens a registration: passes the password and an identity check. */
  const open = async (at: number, by: IdentityMethod): Promise<void> => {
    const { clientId } = serviceAt(at);
    openRegistration = null;
    const { json } = await checkPolicy(browser, userId, clientId);
    let token: string | null;
    if (person.hasPassword || linkedBy !== null) {
      if (attacker.password === null) return;
      token = tokenOf(
        await browser.call('POST', '/login/password', {
          body: {
            userId,
            userPassword: attacker.password,
            clientId,
            selfAuthFlag: 'Y',
            policyId: String(json['policyId']),
          },
        }),
      );
      if (!(await passCheck(clientId, token, by))) return;
    } else token = await fetchIdentityToken(clientId, by);
    if (token !== null) openRegistration = { token, clientId, by };
  };

  const callWith = (
    { token }: Pick<OpenRegistration, 'token'>,
    method: string,
    path: string,
    body?: object,
  ): Promise<CallAnswer> => browser.call(method, path, { headers: bearer(token), ...(body && { body }) });

  /** Registers a device of the attacker. */
  const registerDevice: Readonly<Record<Device, (registration: OpenRegistration) => Promise<CallAnswer>>> = {
    async hwOtp(registration) {
      const { serial: sn } = attackerDevices.card;
      await portal.devices.otpCards.add(v.parse(otpCard, entryOf.card(attackerDevices.card)), null);
      await callWith(registration, 'POST', '/data/portal/hwotp/validation', { userId, sn });
      const otp = nextCode.card(attackerDevices.card);
      return callWith(registration, 'POST', '/data/portal/hwotp/verification', { userId, sn, otp });
    },
    async yubikey(registration) {
      await portal.devices.yubikeys.add(v.parse(yubikey, entryOf.yubikey(attackerDevices.yubikey)), null);
      const otp = nextCode.yubikey(attackerDevices.yubikey);
      return callWith(registration, 'POST', '/data/portal/yubikey/mapping', { userId, otp });
    },
    async mobileOtp(registration) {
      const path = '/data/portal/mobileapp/provision/offline';
      await callWith(registration, 'POST', `${path}/code`, { userId, clientKey: CLIENT_KEY });
      const { ak } = (await callWith(registration, 'GET', `${path}/code/${userId}`)).json;
      const answer = await callWith(registration, 'POST', path, { userId, osType: 'android' });
      if (answer.status === 200)
        Object.assign(attackerDevices.app, { secret: offlineSecret(CLIENT_KEY, String(ak)), key: null });
      return answer;
    },
    async fido2Token(registration) {
      const tenantId = tenantOf(registration.clientId);
      const keyname = 'Mine';
      const started = await callWith(registration, 'POST', '/start', { username: userId, keyname, tenantId });
      const options = started.json['publicKeyCredentialCreationOptions'] as { challenge: string } | undefined;
      if (!options) return started;
      const publicKeyCredential = attackerDevices.passkey.registration(options.challenge);
      return callWith(registration, 'POST', '/finish', {
        userId,
        tokenName: keyname,
        tenantId,
        publicKeyCredential,
      });
    },
  };

  const add = async (kind: Device): Promise<void> => {
    if (!openRegistration || (await registerDevice[kind](openRegistration)).status !== 200) return;
    recordAct('add', permissions.mayAdd(gains(), kind), `registers ${kind}`);
    registered.set(kind, originalCheckOf(openRegistration.by));
  };

  /** The check that a registration depends on; for a check with the attacker's app, the check before the app's registration. */
  const originalCheckOf = (by: IdentityMethod): IdentityMethod =>
    by === 'mobileOtp' || by === 'push' ? (registered.get('mobileOtp') ?? 'mobileOtp') : by;

  const requestAppLink = async (): Promise<void> => {
    if (!openRegistration) return;
    const answer = await callWith(
      openRegistration,
      'GET',
      `/data/portal/mobileapp/provision/generation/${userId}`,
    );
    if (answer.status !== 200) return;
    appLink = { ak: String(answer.json['ak']), request: { gains: gains(), by: openRegistration.by } };
  };

  /** Registers an app with the requested link, or with the administrator's link. */
  const installApp = async (): Promise<void> => {
    const { ak: appAk, request } = appLink ?? { ak: await issueAppLink(), request: null };
    if (appAk === null) return;
    appLink = null;
    const phone = server.browser();
    if ((await checkProvision(phone, appAk)).status !== 200) return;
    const appLinkPayload = await fetchAppLink(phone, appAk);
    const key = `${attackerDevices.app.uuid}-${passwordCount}`.padEnd(43, 'k');
    const values = { uuid: key, secret: attackerDevices.app.secret, key };
    if ((await registerApp(phone, appLinkPayload, values)).status !== 200) return;
    attackerDevices.app.key = key;
    const gainsNow = request && { ...request.gains, registered: new Map(registered), removed, linkedBy };
    recordAct(
      'installApp',
      gainsNow === null || permissions.mayAdd(gainsNow, 'mobileOtp'),
      'installs an app',
    );
    registered.set('mobileOtp', request && originalCheckOf(request.by));
  };

  /** Issues the administrator's link when it is used; null if the attacker does not have the link, or has used it. */
  const issueAppLink = async (): Promise<string | null> => {
    if (!attackerHas.includes('appLink') || hasInstalled) return null;
    hasInstalled = true;
    return portal.provisionLinks.issue(userId);
  };

  /** Removes or prefers a device of the person; prefers with the token of a registration, or with a login alone. */
  const removeOrPrefer = async (does: 'remove' | 'prefer', kind: Device): Promise<void> => {
    const factors = await portal.factors.of(userId);
    const factor = factors.find(
      ({ type, device }) =>
        type === DEVICE_TYPE_CODES[kind] &&
        ![attackerDevices.yubikey.chip.publicId, attackerDevices.passkey.credentialId].includes(device),
    );
    if (!factor || (registered.has(kind) && ['hwOtp', 'mobileOtp'].includes(kind))) return;
    const registration = openRegistration ?? { token: '' };
    const answer =
      does === 'remove'
        ? await callWith(registration, 'DELETE', `/data/portal/factors/${factor.factorId}?userId=${userId}`)
        : await callWith(registration, 'POST', '/data/portal/default', {
            type: 'oidc',
            userId,
            default: TYPE_CODE_OF[kind],
          });
    if (answer.status !== 200) return;
    recordAct(does, permissions.mayRemoveOrPrefer(gains(), kind, does), `${does}s ${kind}`);
    if (does === 'remove') removed.add(kind);
  };

  /** Signs the person in, in the browser that the person leaves unlocked. */
  const leaveUnlocked = async (at: number): Promise<void> => {
    const { clientId, service } = serviceAt(at);
    const has = (method: Method): boolean => {
      const kind = kindOf(method);
      if (method === 'pw') return person.hasPassword;
      return kind === null ? isContact(method) : person.devices.includes(kind);
    };
    const path = methodPathsOf(service).find((one) => one.every(has));
    if (!path) return;
    const unlockedBrowser = server.browser();
    const where = { browser: unlockedBrowser, service, clientId };
    const answer = await signIn(setup, secretSourceOfPerson(setup, attack), where, stepsOf(service, path), {
      rememberBrowser: 'Y',
    });
    if (answer?.status !== 200) return;
    const method = path.at(-1);
    if (unlockedBrowser.cookies.has(REMEMBERED_COOKIE) && method) remembered = { at: service, method };
    unlocked = unlockedBrowser;
    unlockedMethods = path;
    unlockedAt = server.clock.now;
  };

  /** Returns a new browser with only the cookie of the remembered browser, if there is a remembered browser. */
  const withCookie = (): Browser => {
    const other = server.browser();
    const token = unlocked?.cookies.get(REMEMBERED_COOKIE);
    if (token !== undefined) other.cookies.set(REMEMBERED_COOKIE, token);
    return other;
  };

  const act = async ({ does, at, by, kind, first, second }: Act): Promise<void> => {
    server.wait(31 * SECOND);
    if (does === 'newBrowser') browser = server.browser();
    else if (does === 'unlocked') browser = unlocked ?? browser;
    else if (does === 'cookie') browser = withCookie();
    else if (does === 'wait') server.wait(11 * MINUTE);
    else if (does === 'reset') await reset(at, by);
    else if (does === 'open') await open(at, by === 'answer' ? 'internalMail' : by);
    else if (does === 'link') await link(by);
    else if (does === 'add') await add(kind);
    else if (does === 'requestAppLink') await requestAppLink();
    else if (does === 'installApp') await installApp();
    else if (does === 'remove' || does === 'prefer') await removeOrPrefer(does, kind);
    else await trySignIn(at, { first, second: does === 'first' ? null : second });
  };

  /** Tries all sign-ins with the attacker's factors at the services where the attacker must not sign in. */
  const tryRemainingSignIns = async (): Promise<void> => {
    for (const [at, service] of services.entries()) {
      if (permissions.maySignIn(gains(), service)) continue;
      for (const path of methodPathsOf(service)) {
        const canUse = (method: Method): boolean => {
          const kind = kindOf(method);
          if (method === 'pw') return attacker.password !== null;
          return kind === null
            ? attackerHas.some((possession) => possession === method)
            : attacker.deviceOf(kind) !== null;
        };
        if (!path.every(canUse)) continue;
        browser = withCookie();
        await trySignIn(at, stepsOf(service, path));
      }
    }
  };

  if (attack.unlocked !== null) await leaveUnlocked(attack.unlocked);
  for (const next of attack.acts) await act(next);
  await tryRemainingSignIns();
  return { forbidden, done };
}
