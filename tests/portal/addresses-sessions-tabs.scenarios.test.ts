import { describe, expect, it } from 'vitest';
import { policy, SERVICE } from '#cases/samples.ts';
import { titleKeyOf } from '#machines/portal/portal.selectors.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { SESSION_COUNTDOWN } from '#machines/session-expiry/session-expiry.machine.ts';
import { success } from '#machines/shared/result.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const SMS_POLICY = policy(['password', 'sms'], { authType: 'otp' });

const openAsKim = (address: string, stored = SMS_POLICY): OpenPortal =>
  openPortal({
    address,
    session: sessionOf('kim'),
    storedPolicy: { userId: 'kim', clientId: SERVICE, policy: stored },
  });

describe('an address to which the logo leads (section 2)', () => {
  it.each(['oidc', 'saml', 'user', 'authForPW', 'authForLogin'])('/%s opens the ID entry', (type) => {
    const portal = openAsKim(`/${type}`);
    expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'withRequest' }, '/first']);
  });

  it.each(['oidc', 'user', 'auth'])('/%s/emergency opens the screen of the temporary code', async (type) => {
    const portal = openAsKim(
      `/${type}/emergency`,
      policy(['emergencyCode', 'password'], { authType: 'otp' }),
    );
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([{ emergency: 'running' }, '/first/auth?type=0']);
    expect(portal.context().session.person.emergency).toBe(true);
  });

  it.each([
    ['/user/1', '/first/auth?type=1'],
    ['/user/pw', '/first/auth?type=pw'],
    ['/user/-1', '/first/auth?type=pw'],
    ['/user/99', '/first/select'],
  ])('%s is replaced by %s', (address, shown) => {
    expect(openAsKim(address).address()).toBe(shown);
  });

  it.each(['/email', '/saml/1', '/user/1/2', '/other', '/other/emergency', '/constructor', '/__proto__'])(
    '%s is unknown',
    (address) => {
      expect(parseRoute(address)).toEqual({ screen: 'unknown' });
    },
  );
});

describe('/auth', () => {
  it('shows an unknown person the ID entry, in a flow of the type auth', () => {
    const portal = openPortal({ address: '/auth' });
    expect([portal.value(), portal.context().session.request.type]).toEqual([
      { 'id-entry': 'withRequest' },
      'auth',
    ]);
  });

  it('leads a known person to the chooser, the default method or the password gate', () => {
    expect(openAsKim('/auth').value()).toEqual({ chooser: 'loading' });
    const fixed = { tokenCode: '1', alwaysSend: false } as const;
    expect(openAsKim('/auth', { ...SMS_POLICY, fixedToken: fixed }).value()).toEqual({
      'sent-code': 'loading',
    });
    expect(openAsKim('/auth', policy(['password', 'sms'])).value()).toBe('password');
  });

  it('checks the policy when none is stored', async () => {
    const portal = openPortal({ address: '/auth', session: sessionOf('kim') });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: SMS_POLICY }));
    expect(portal.value()).toEqual({ chooser: 'loading' });
  });
});

describe('the page of an approval', () => {
  it.each([
    ['/service-approval-ui/service-use-approval/approval/a.b', 'approved'],
    ['/service-approval-ui/service-use-approval/reject/a', 'rejected'],
    ['/service-approval-ui/error', 'used'],
  ])('at %s has the title of its result and leads to the start page', async (address, result) => {
    const portal = openPortal({ address });
    expect([portal.address(), titleKeyOf(portal.actor.getSnapshot())]).toEqual([
      address,
      `title.result.${result}`,
    ]);
    expect(portal.flow('error-page').context.result).toBe(result);
    await portal.sendToFlow('error-page', { type: 'notice.leave' });
    expect(portal.value()).toEqual({ 'id-entry': 'withoutRequest' });
  });

  it('is not shown by /error with the reason "approved"', () => {
    expect(openPortal({ address: '/error?reason=approved' }).flow('error-page').context.result).toBeNull();
  });
});

describe('/authenticated', () => {
  it('passes the code to its flow and removes it from the address and the portal', async () => {
    const portal = openPortal({ address: '/authenticated?otp=314159' });
    expect(portal.address()).toBe('/authenticated');
    await portal.load();
    expect(portal.flow('authenticated').context).toMatchObject({
      otp: '314159',
      origin: portal.context().origin,
    });
    expect(JSON.stringify(portal.context())).not.toContain('314159');
  });

  it('sends its message to the configured origin', async () => {
    const { config } = openPortal().context();
    const parentOrigin = 'https://parent.example';
    const portal = openPortal({ address: '/authenticated?otp=1', config: { ...config, parentOrigin } });
    await portal.load();
    expect(portal.flow('authenticated').context.origin).toBe(parentOrigin);
  });
});

describe('an expired session', () => {
  it('removes the person but not the service, then leads to the login page', async () => {
    const portal = openAsKim('/first/select');
    await portal.load();
    await portal.send({ type: 'session.expired' });
    const { session, policy: storedPolicy } = portal.context();
    expect([session.person.userId, session.request.clientId, storedPolicy]).toEqual(['', SERVICE, null]);
    await portal.load();
    await portal.clock.advance(SESSION_COUNTDOWN);
    expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'withoutRequest' }, '/login']);
  });

  it.each(['session.expired', 'session.lapsed'] as const)(
    'does not restart its countdown when %s is received',
    async (type) => {
      const portal = openAsKim('/first/select');
      await portal.send({ type: 'session.expired' });
      await portal.load();
      await portal.clock.advance(SESSION_COUNTDOWN - 1000);
      await portal.send({ type });
      await portal.clock.advance(1000);
      expect(portal.value()).toEqual({ 'id-entry': 'withoutRequest' });
    },
  );

  it('leads to the login page immediately on request', async () => {
    const portal = openAsKim('/first/select');
    await portal.send({ type: 'session.expired' });
    await portal.load();
    await portal.sendToFlow('session-expiry', { type: 'session.leave' });
    expect(portal.value()).toEqual({ 'id-entry': 'withoutRequest' });
  });
});

describe('a session that lapses on the server', () => {
  const { request, person } = sessionOf('kim');

  it.each([
    ['before the first step', person],
    ['between the two steps', { ...person, accessToken: 'send-1', secondToken: 'second-1' }],
  ])('ends for a known person %s', async (_moment, personValues) => {
    const portal = openPortal({ address: '/second', session: { request, person: personValues } });
    await portal.send({ type: 'session.lapsed' });
    expect([portal.value(), portal.context().session.person.userId]).toEqual([
      { 'session-expiry': 'loading' },
      '',
    ]);
  });

  it('has no effect before a login starts', async () => {
    const portal = openPortal({ address: '/first', session: sessionOf() });
    await portal.send({ type: 'session.lapsed' });
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
  });
});

describe('other tabs', () => {
  async function openIdEntry() {
    const portal = openPortal();
    await portal.answerRequest();
    return portal;
  }

  it('are notified only of a finished login', async () => {
    const portal = await openIdEntry();
    await portal.identify();
    await portal.submitPassword();
    expect(portal.tabs.received).toEqual([]);
    await portal.answerLogin();
    expect(portal.tabs.received).toEqual([{ type: 'login.finished', userId: 'kim' }]);
  });

  it('offer to continue after a login elsewhere, and do so only on request', async () => {
    const portal = await openIdEntry();
    await portal.send({ type: 'login.noticed', userId: 'lee' });
    expect([portal.value(), portal.context().otherTabUserId]).toEqual([{ 'id-entry': 'withRequest' }, 'lee']);
    await portal.send({ type: 'login.join' });
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(portal.context().returnTarget).toEqual({
      to: portal.context().session.request.redirectUrl,
      skipsReauth: true,
    });
  });

  it('offer nothing without a service', async () => {
    const portal = openPortal({ address: '/login' });
    await portal.send({ type: 'login.noticed', userId: 'lee' });
    expect(portal.actor.getSnapshot().can({ type: 'login.join' })).toBe(false);
  });

  it('offer nothing after another request has started', async () => {
    const portal = await openIdEntry();
    await portal.send({ type: 'login.noticed', userId: 'lee' });
    await portal.goTo('/redirect?uid=2');
    await portal.answerRequest();
    expect(portal.context().otherTabUserId).toBeNull();
  });
});

describe('/provisioning', () => {
  it('shows the error page without an ak', () => {
    const portal = openPortal({ address: '/provisioning' });
    expect([portal.value(), portal.address()]).toEqual(['error-page', '/error?reason=invalidAccess']);
  });

  it('passes the ak and the scheme of the app to its flow, which leads to the start page after a failure', async () => {
    const portal = openPortal({ address: '/provisioning?ak=a.b' });
    await portal.load();
    expect(portal.address()).toBe('/provisioning?ak=a.b');
    expect(portal.flow('provisioning').context).toMatchObject({
      ak: 'a.b',
      app: { phoneApp: 'native', appScheme: 'cubelogin' },
    });
    await portal.ports.provisioning.fetchProvision.fail();
    await portal.sendToFlow('provisioning', { type: 'provisioning.leave' });
    expect(portal.value()).toEqual({ 'id-entry': 'withoutRequest' });
  });
});
