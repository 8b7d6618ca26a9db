import { describe, expect, test } from 'vitest';
import { login, PORTAL, policy, SERVICE, summary } from '#cases/samples.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { checkTarget, withNoReauth } from '#machines/return-to-service/target.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { arriveAtPassword, type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';
import { transitionsOf } from '#tests/support/model/transitions.ts';
import { hostileTo } from './hostile.ts';
import { some } from './some.ts';

const TRIED = some(hostileTo('https://rp.example/callback'));

const CONTACTS = { canSetPassword: true, phoneNumber: '010', internalMail: null, privateMail: null };

const PLAIN_SETTING = {
  proof: 'selfAuth',
  selfAuth: { sms: true, internalMail: false, privateMail: false, mobileOtp: false, push: false },
  passwordReuseLimit: 3,
  offersPasswordChange: true,
} as const;
const SETTING = success(PLAIN_SETTING);
const CONDITIONS = success({ setting: PLAIN_SETTING, account: null });

const withRequest = (redirectUrl: string, userId = '') => {
  const { request, person } = sessionOf(userId);
  return { request: { ...request, redirectUrl }, person };
};

async function expire(auth: string, to: string): Promise<OpenPortal> {
  const portal = await arriveAtPassword();
  await portal.submitPassword();
  await portal.logIn({ to: '/change', auth });
  await portal.load();
  const { fetchSetting, 'password-setup': setup } = portal.ports['password-expiry'];
  await fetchSetting.answer(SETTING);
  await setup.answer({ reason: 'saved', to });
  return portal;
}

async function arriveAtOffer(to: string): Promise<OpenPortal> {
  const portal = await arriveAtPassword();
  await portal.submitPassword();
  await portal.logIn({ to, passkeyOffer: 'offer-1' });
  return portal;
}

type Way = {
  /** The transition that leads to the way out: its state, and its guard or event. */
  readonly by: string;
  /** Leads a person there with this address. */
  readonly take: (address: string) => Promise<OpenPortal>;
  /** Where they may end; where the one check leads unless it is said. */
  readonly ends?: (address: string) => readonly string[];
};

/** Where the one check leads. */
function ends(address: string, flagged: (url: string) => string = (url) => url): readonly string[] {
  const checked = checkTarget(address, PORTAL);
  return [checked.ok ? flagged(checked.url) : `/error?reason=${checked.reason}`];
}

const withFlag = (address: string): readonly string[] => ends(address, withNoReauth);

const NO_WAYS = { sms: false, internalMail: false, privateMail: false, mobileOtp: false, push: false };

/** The transition that every screen of a sign-in has. */
const DECLINED = 'hasRequest';

/** The parts of the code that may choose the address to which the browser is sent. */
const WAYS: Readonly<Record<string, Way>> = {
  'the target of a login': {
    by: 'portal.afterLogin',
    take: async (to) => {
      const portal = await arriveAtPassword();
      await portal.submitPassword();
      await portal.logIn({ to });
      return portal;
    },
  },
  'the target of a login behind an offer that does not arrive': {
    by: 'portal.offer-passkey.loading xstate.error.actor.load',
    take: async (to) => {
      const portal = await arriveAtOffer(to);
      await portal.ports.portal.load.fail();
      return portal;
    },
  },
  'the target of a login behind an offer': {
    by: 'portal.offer-passkey.running xstate.done.actor.offer-passkey',
    take: async (to) => {
      const portal = await arriveAtOffer(to);
      await portal.load();
      await portal.ports['offer-passkey'].checkSupport.answer('none');
      return portal;
    },
  },
  'the target of a login behind an offer that breaks': {
    by: 'portal.offer-passkey.running xstate.error.actor.offer-passkey',
    take: async (to) => {
      const portal = await arriveAtOffer(to);
      await portal.load();
      await portal.ports['offer-passkey'].checkSupport.fail();
      return portal;
    },
  },
  'the address that a login keeps for after /change': {
    by: 'portal.password-expiry.running isChanged',
    take: (auth) => expire(auth, ''),
    // What is no address is not kept: the request of the service goes on.
    ends: (auth) => [...ends(auth), summary().redirectUrl],
  },
  'the target of a changed password': {
    by: 'portal.password-expiry.running isChanged',
    take: (to) => expire('', to),
  },
  'the address after a password by a link': {
    by: 'portal.url-password.running isFinished',
    take: async (redirectUrl) => {
      const portal = openPortal({ address: '/password?clientid=demo&ak=ak-1' });
      await portal.load();
      await portal.sendToFlow('url-password', { type: 'id.submitted', userId: 'kim' });
      const { verifyLink, fetchConditions, endLink, ...steps } = portal.ports['url-password'];
      await verifyLink.answer({ ok: true, link: { kind: 'change', redirectUrl } });
      await fetchConditions.answer(CONDITIONS);
      await steps['self-auth'].answer({ reason: 'passed', token: 'token', method: 'sms' });
      await steps['password-setup'].answer({ reason: 'saved', to: '' });
      await endLink.answer(success(undefined));
      return portal;
    },
  },
  'the page on which a person signs in for a device': {
    by: 'portal.device-sign-in.running xstate.done.actor.device-sign-in',
    take: async (to) => {
      const portal = openPortal({ address: '/activate' });
      await portal.load();
      await portal.sendToFlow('device-sign-in', { type: 'device.submitted', userCode: 'BCDFGHJK' });
      const { findDevice, allowDevice } = portal.ports['device-sign-in'];
      await findDevice.answer(success({ userCode: 'BCDF-GHJK', serviceName: 'Video', addressRange: '' }));
      await portal.sendToFlow('device-sign-in', { type: 'device.allow' });
      await allowDevice.answer(success(to));
      return portal;
    },
  },
  'the address of a request that is answered already': {
    by: 'portal.redirect.running isSignedIn',
    take: async (redirectUrl) => {
      const portal = openPortal();
      await portal.request({ isAlreadyAuth: true, redirectUrl });
      await portal.sendToFlow('redirect', { type: 'redirect.continue' });
      return portal;
    },
    ends: withFlag,
  },
  'the service that another account is wanted for': {
    by: 'portal.redirect.running wantsOtherAccount',
    take: async (clientId) => {
      const portal = openPortal();
      await portal.request({ isAlreadyAuth: true, clientId });
      await portal.sendToFlow('redirect', { type: 'redirect.stay' });
      await portal.sendToFlow('redirect', { type: 'account.switch' });
      return portal;
    },
    ends: (clientId) => ends(`/logout?continue=${encodeURIComponent(clientId)}`),
  },
  'the address of a request that another tab has signed in for': {
    by: 'portal canJoin',
    take: async (redirectUrl) => {
      const portal = openPortal();
      await portal.request({ redirectUrl });
      await portal.send({ type: 'login.noticed', userId: 'lee' });
      await portal.send({ type: 'login.join' });
      return portal;
    },
    ends: withFlag,
  },
  'the address of a login that stands': {
    by: 'portal.id-entry hasExistingLogin',
    take: async (to) => {
      const portal = openPortal({ address: '/first', session: withRequest(`${PORTAL}/on`) });
      await portal.ports.portal.lookUpLogin.answer({ userId: 'kim', to });
      await portal.send({ type: 'login.resume' });
      return portal;
    },
  },
  'the address of a request that the person declines': {
    by: DECLINED,
    take: async (redirectUrl) => {
      const portal = openPortal({ address: '/first', session: withRequest(redirectUrl) });
      await portal.ports.portal.lookUpLogin.answer(null);
      await portal.send({ type: 'request.decline' });
      return portal;
    },
  },
  'the address of the service behind the management': {
    by: 'portal.management.running isLoggedIn',
    take: async (redirect) => {
      const found = policy(['otpCard'], { selfAuth: { ...NO_WAYS, sms: true } });
      const { request, person } = withRequest(redirect, 'kim');
      const portal = openPortal({
        address: '/first/management?type=7',
        session: { request, person: { ...person, redirect } },
        storedPolicy: { userId: 'kim', clientId: SERVICE, policy: found },
      });
      await portal.load();
      await portal.ports.management.lookUp.answer(failed(UNREACHABLE));
      await portal.sendToFlow('management', { type: 'management.back' });
      return portal;
    },
    ends: withFlag,
  },
  'the address of the request behind an identity check': {
    by: 'portal.self-auth.running isIdentityProved',
    take: async (redirectUrl) => {
      const storedPolicy = { userId: 'kim', clientId: SERVICE, policy: policy() };
      const portal = openPortal({ address: '/self', session: withRequest(redirectUrl, 'kim'), storedPolicy });
      await portal.load();
      const { lookUpContacts, verify, grantToken, 'sent-code': code } = portal.ports['self-auth'];
      await lookUpContacts.answer(failed(UNREACHABLE));
      await portal.sendToFlow('self-auth', {
        type: 'names.submitted',
        lastName: '',
        firstName: '',
        info: '010',
      });
      await verify.answer(success(CONTACTS));
      await grantToken.answer(success('token'));
      await code.answer({ reason: 'authenticated', login: login() });
      return portal;
    },
  },
  'the address that is asked for once the session is forgotten': {
    by: 'portal.session-lost route.requested',
    take: async (address) => {
      const portal = openPortal();
      await portal.send({ type: 'seal.broken' });
      await portal.goTo(address);
      return portal;
    },
  },
};

/** Where the browser is sent; else the page that the portal shows. */
async function endOf(portal: OpenPortal): Promise<string> {
  expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  await portal.load();
  const { declineRequest, leave } = portal.ports['return-to-service'];
  if (declineRequest.isWaiting()) await declineRequest.answer(success(undefined));
  const [sent] = leave.calls;
  return sent ? sent.input.url : String(portal.address());
}

/** Leads to the sign-in, wherever anybody may wish to be led. */
const FIXED = 'portal.session-lost.running';

const LEADING_OUT = transitionsOf(portalMachine)
  .filter(({ source, targets }) => targets.includes('portal.return-to-service') && source !== FIXED)
  .map(({ source, guard, event }) => (guard === DECLINED ? DECLINED : `${source} ${guard ?? event}`.trim()));

describe('the redirect check comes before', () => {
  test('every way out that is tried here, and there is no other', () => {
    expect(new Set(Object.values(WAYS).map(({ by }) => by))).toEqual(new Set(LEADING_OUT));
  });

  test.for(Object.entries(WAYS))('%s', async ([, { take, ends: endsOf = ends }]) => {
    for (const address of TRIED) expect(endsOf(address), address).toContain(await endOf(await take(address)));
  });
});
