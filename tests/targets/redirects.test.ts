import { describe, expect, test } from 'vitest';
import { authSummary, loginResult, PORTAL, policy, SERVICE } from '#cases/samples.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { checkTarget, withNoReauth } from '#machines/return-to-service/target.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { type OpenPortal, openPasswordScreen, openPortal, sessionOf } from '#tests/support/model/portal.ts';
import { transitionsOf } from '#tests/support/model/transitions.ts';
import { hostileTo } from './hostile.ts';
import { sampleOf } from './sample.ts';

const TARGETS = sampleOf(hostileTo('https://rp.example/callback'));

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

async function changeExpiredPassword(auth: string, to: string): Promise<OpenPortal> {
  const portal = await openPasswordScreen();
  await portal.submitPassword();
  await portal.answerLogin({ to: '/change', auth });
  await portal.load();
  const { fetchSetting, 'password-setup': setup } = portal.ports['password-expiry'];
  await fetchSetting.answer(SETTING);
  await setup.answer({ reason: 'saved', to });
  return portal;
}

async function reachPasskeyOffer(to: string): Promise<OpenPortal> {
  const portal = await openPasswordScreen();
  await portal.submitPassword();
  await portal.answerLogin({ to, passkeyOffer: 'offer-1' });
  return portal;
}

type Redirect = {
  /** The transition that leads to the redirect: its state, and its guard or event. */
  readonly transition: string;
  /** Leads a person to the redirect, with this target. */
  readonly reach: (address: string) => Promise<OpenPortal>;
  /** Addresses at which the person may end; by default those that the redirect check gives. */
  readonly ends?: (address: string) => readonly string[];
};

/** The addresses that the redirect check gives: the target, or the error page. */
function expectedEnds(address: string, withFlags: (url: string) => string = (url) => url): readonly string[] {
  const checked = checkTarget(address, PORTAL);
  return [checked.ok ? withFlags(checked.url) : `/error?reason=${checked.reason}`];
}

const withFlag = (address: string): readonly string[] => expectedEnds(address, withNoReauth);

const NO_IDENTITY_METHODS = {
  sms: false,
  internalMail: false,
  privateMail: false,
  mobileOtp: false,
  push: false,
};

/** The guard of the transition by which every screen of a sign-in can decline its request. */
const DECLINE_GUARD = 'hasRequest';

/** Every redirect of the portal, by the source of its target. */
const REDIRECTS: Readonly<Record<string, Redirect>> = {
  'the target of a login': {
    transition: 'portal.afterLogin',
    reach: async (to) => {
      const portal = await openPasswordScreen();
      await portal.submitPassword();
      await portal.answerLogin({ to });
      return portal;
    },
  },
  'the target of a login after a passkey offer that fails to load': {
    transition: 'portal.offer-passkey.loading xstate.error.actor.load',
    reach: async (to) => {
      const portal = await reachPasskeyOffer(to);
      await portal.ports.portal.load.fail();
      return portal;
    },
  },
  'the target of a login after a passkey offer': {
    transition: 'portal.offer-passkey.running xstate.done.actor.offer-passkey',
    reach: async (to) => {
      const portal = await reachPasskeyOffer(to);
      await portal.load();
      await portal.ports['offer-passkey'].checkSupport.answer('none');
      return portal;
    },
  },
  'the target of a login after a passkey offer that breaks': {
    transition: 'portal.offer-passkey.running xstate.error.actor.offer-passkey',
    reach: async (to) => {
      const portal = await reachPasskeyOffer(to);
      await portal.load();
      await portal.ports['offer-passkey'].checkSupport.fail();
      return portal;
    },
  },
  'the address that a login stores for the time after /change': {
    transition: 'portal.password-expiry.running isPasswordChanged',
    reach: (auth) => changeExpiredPassword(auth, ''),
    // An invalid address is not stored: the request of the service continues.
    ends: (auth) => [...expectedEnds(auth), authSummary().redirectUrl],
  },
  'the target of a changed password': {
    transition: 'portal.password-expiry.running isPasswordChanged',
    reach: (to) => changeExpiredPassword('', to),
  },
  'the address after a password change by a link': {
    transition: 'portal.url-password.running isFinished',
    reach: async (redirectUrl) => {
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
    transition: 'portal.device-sign-in.running xstate.done.actor.device-sign-in',
    reach: async (to) => {
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
  'the address of a request with an existing login': {
    transition: 'portal.redirect.running isSignedIn',
    reach: async (redirectUrl) => {
      const portal = openPortal();
      await portal.answerRequest({ isAlreadyAuth: true, redirectUrl });
      await portal.sendToFlow('redirect', { type: 'redirect.continue' });
      return portal;
    },
    ends: withFlag,
  },
  'the service for which another account is chosen': {
    transition: 'portal.redirect.running wantsOtherAccount',
    reach: async (clientId) => {
      const portal = openPortal();
      await portal.answerRequest({ isAlreadyAuth: true, clientId });
      await portal.sendToFlow('redirect', { type: 'redirect.stay' });
      await portal.sendToFlow('redirect', { type: 'account.switch' });
      return portal;
    },
    ends: (clientId) => expectedEnds(`/logout?continue=${encodeURIComponent(clientId)}`),
  },
  'the address of a request after joining the login of another tab': {
    transition: 'portal canJoin',
    reach: async (redirectUrl) => {
      const portal = openPortal();
      await portal.answerRequest({ redirectUrl });
      await portal.send({ type: 'login.noticed', userId: 'lee' });
      await portal.send({ type: 'login.join' });
      return portal;
    },
    ends: withFlag,
  },
  'the address of an existing login': {
    transition: 'portal.id-entry hasExistingLogin',
    reach: async (to) => {
      const portal = openPortal({ address: '/first', session: withRequest(`${PORTAL}/on`) });
      await portal.ports.portal.lookUpLogin.answer({ userId: 'kim', to });
      await portal.send({ type: 'login.resume' });
      return portal;
    },
  },
  'the address of a request that the person declines': {
    transition: DECLINE_GUARD,
    reach: async (redirectUrl) => {
      const portal = openPortal({ address: '/first', session: withRequest(redirectUrl) });
      await portal.ports.portal.lookUpLogin.answer(null);
      await portal.send({ type: 'request.decline' });
      return portal;
    },
  },
  'the address of the service after the management': {
    transition: 'portal.management.running isLoggedIn',
    reach: async (redirect) => {
      const storedPolicy = policy(['otpCard'], { selfAuth: { ...NO_IDENTITY_METHODS, sms: true } });
      const { request, person } = withRequest(redirect, 'kim');
      const portal = openPortal({
        address: '/first/management?type=7',
        session: { request, person: { ...person, redirect } },
        storedPolicy: { userId: 'kim', clientId: SERVICE, policy: storedPolicy },
      });
      await portal.load();
      await portal.ports.management.lookUp.answer(failed(UNREACHABLE));
      await portal.sendToFlow('management', { type: 'management.back' });
      return portal;
    },
    ends: withFlag,
  },
  'the address of the request after an identity check': {
    transition: 'portal.self-auth.running isIdentityProven',
    reach: async (redirectUrl) => {
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
      await code.answer({ reason: 'authenticated', login: loginResult() });
      return portal;
    },
  },
  'the address that is requested after the session was lost': {
    transition: 'portal.session-lost route.requested',
    reach: async (address) => {
      const portal = openPortal();
      await portal.send({ type: 'challenge.failed' });
      await portal.goTo(address);
      return portal;
    },
  },
};

/** The address to which the browser is sent, or that of the page that the portal shows. */
async function endOf(portal: OpenPortal): Promise<string> {
  expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
  await portal.load();
  const { declineRequest, leave } = portal.ports['return-to-service'];
  if (declineRequest.isWaiting()) await declineRequest.answer(success(undefined));
  const [call] = leave.calls;
  return call ? call.input.url : String(portal.address());
}

/** A state that always leads to the sign-in. */
const FIXED_TARGET = 'portal.session-lost.running';

const REDIRECT_TRANSITIONS = transitionsOf(portalMachine)
  .filter(({ source, targets }) => targets.includes('portal.return-to-service') && source !== FIXED_TARGET)
  .map(({ source, guard, event }) =>
    guard === DECLINE_GUARD ? DECLINE_GUARD : `${source} ${guard ?? event}`.trim(),
  );

describe('the redirect check', () => {
  test('is tested for every transition that leads to a redirect', () => {
    expect(new Set(Object.values(REDIRECTS).map(({ transition }) => transition))).toEqual(
      new Set(REDIRECT_TRANSITIONS),
    );
  });

  test.for(Object.entries(REDIRECTS))('is applied to %s', async ([, { reach, ends = expectedEnds }]) => {
    for (const address of TARGETS)
      expect(ends(address), address).toContain(await endOf(await reach(address)));
  });
});
