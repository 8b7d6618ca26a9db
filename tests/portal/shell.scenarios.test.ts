import { describe, expect, it } from 'vitest';
import { policy, SERVICE } from '#cases/samples.ts';
import { titleOf } from '#machines/portal/portal.selectors.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { SESSION_COUNTDOWN } from '#machines/session-expiry/session-expiry.machine.ts';
import { success } from '#machines/shared/result.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const ANY = policy(['password', 'sms'], { authType: 'otp' });

const known = (address: string, found = ANY): OpenPortal =>
  openPortal({
    address,
    session: sessionOf('kim'),
    storedPolicy: { userId: 'kim', clientId: SERVICE, policy: found },
  });

describe('an address that the logo leads to', () => {
  it.each(['oidc', 'saml', 'user', 'authForPW', 'authForLogin'])('/%s is the ID entry', (type) => {
    const portal = known(`/${type}`);
    expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'atFirst' }, '/first']);
  });

  it.each(['oidc', 'user', 'auth'])('/%s/emergency is the screen of the temporary code', async (type) => {
    const portal = known(`/${type}/emergency`, policy(['emergencyCode', 'password'], { authType: 'otp' }));
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([{ emergency: 'running' }, '/first/auth?type=0']);
    expect(portal.context().session.person.emergency).toBe(true);
  });

  it.each([
    ['/user/1', '/first/auth?type=1'],
    ['/user/pw', '/first/auth?type=pw'],
    ['/user/-1', '/first/auth?type=pw'],
    ['/user/99', '/first/select'],
  ])('%s is %s', (address, shown) => {
    expect(known(address).address()).toBe(shown);
  });

  it.each(['/email', '/saml/1', '/user/1/2', '/other', '/other/emergency', '/constructor', '/__proto__'])(
    '%s is no address of it',
    (address) => {
      expect(parseRoute(address)).toEqual({ screen: 'unknown' });
    },
  );
});

describe('/auth', () => {
  it('asks an unknown person for the ID, and is of type auth', () => {
    const portal = openPortal({ address: '/auth' });
    expect([portal.value(), portal.context().session.request.type]).toEqual([
      { 'id-entry': 'atFirst' },
      'auth',
    ]);
  });

  it('leads a known person to the chooser or the fixed method', () => {
    expect(known('/auth').value()).toEqual({ chooser: 'loading' });
    const fixed = { tokenCode: '1', alwaysSend: false } as const;
    expect(known('/auth', { ...ANY, fixedToken: fixed }).value()).toEqual({ 'sent-code': 'loading' });
    expect(known('/auth', policy(['password', 'sms'])).value()).toBe('password');
  });

  it('checks the policy again when it is gone', async () => {
    const portal = openPortal({ address: '/auth', session: sessionOf('kim') });
    await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: ANY }));
    expect(portal.value()).toEqual({ chooser: 'loading' });
  });
});

describe('the page of a result', () => {
  it.each([
    ['/service-approval-ui/service-use-approval/approval/a.b', 'approved'],
    ['/service-approval-ui/service-use-approval/reject/a', 'rejected'],
    ['/service-approval-ui/error', 'used'],
  ])('%s is titled by its result and leads on', async (address, result) => {
    const portal = openPortal({ address });
    expect([portal.address(), titleOf(portal.actor.getSnapshot())]).toEqual([
      address,
      `title.result.${result}`,
    ]);
    expect(portal.flow('error-page').context.result).toBe(result);
    await portal.sendToFlow('error-page', { type: 'notice.leave' });
    expect(portal.value()).toEqual({ 'id-entry': 'atLogin' });
  });

  it('is none of the error page', () => {
    expect(openPortal({ address: '/error?reason=approved' }).flow('error-page').context.result).toBeNull();
  });
});

describe('/authenticated', () => {
  it('removes the code from the address and the portal once its flow has it', async () => {
    const portal = openPortal({ address: '/authenticated?otp=314159' });
    expect(portal.address()).toBe('/authenticated');
    await portal.load();
    expect(portal.flow('authenticated').context).toMatchObject({
      otp: '314159',
      origin: portal.context().origin,
    });
    expect(JSON.stringify(portal.context())).not.toContain('314159');
  });

  it('posts to the configured origin', async () => {
    const { config } = openPortal().context();
    const parentOrigin = 'https://parent.example';
    const portal = openPortal({ address: '/authenticated?otp=1', config: { ...config, parentOrigin } });
    await portal.load();
    expect(portal.flow('authenticated').context.origin).toBe(parentOrigin);
  });
});

describe('an expired session', () => {
  it('forgets the person and keeps the service, then leads to the login page', async () => {
    const portal = known('/first/select');
    await portal.load();
    await portal.send({ type: 'session.expired' });
    const { session, policy: kept } = portal.context();
    expect([session.person.userId, session.request.clientId, kept]).toEqual(['', SERVICE, null]);
    await portal.load();
    await portal.clock.advance(SESSION_COUNTDOWN);
    expect([portal.value(), portal.address()]).toEqual([{ 'id-entry': 'atLogin' }, '/login']);
  });

  it.each(['session.expired', 'session.lapsed'] as const)('also ends when %s is received', async (type) => {
    const portal = known('/first/select');
    await portal.send({ type: 'session.expired' });
    await portal.load();
    await portal.clock.advance(SESSION_COUNTDOWN - 1000);
    await portal.send({ type });
    await portal.clock.advance(1000);
    expect(portal.value()).toEqual({ 'id-entry': 'atLogin' });
  });

  it('leads to the login page at once on request', async () => {
    const portal = known('/first/select');
    await portal.send({ type: 'session.expired' });
    await portal.load();
    await portal.sendToFlow('session-expiry', { type: 'session.leave' });
    expect(portal.value()).toEqual({ 'id-entry': 'atLogin' });
  });
});

describe('an expired session', () => {
  it('ends for a known person, also between two steps', async () => {
    const between = sessionOf('kim');
    for (const session of [
      between,
      { ...between, person: { ...between.person, accessToken: 'send-1', secondToken: 'second-1' } },
    ]) {
      const portal = openPortal({ address: '/second', session });
      await portal.send({ type: 'session.lapsed' });
      expect([portal.value(), portal.context().session.person.userId]).toEqual([
        { 'session-expiry': 'loading' },
        '',
      ]);
    }
  });

  it('has no effect before a login starts', async () => {
    const portal = openPortal({ address: '/first', session: sessionOf() });
    await portal.send({ type: 'session.lapsed' });
    expect(portal.value()).toEqual({ 'id-entry': 'atFirst' });
  });
});

describe('the other tabs', () => {
  async function waiting() {
    const portal = openPortal();
    await portal.request();
    return portal;
  }

  it('learn of a finished login only', async () => {
    const portal = await waiting();
    await portal.identify();
    await portal.submitPassword();
    expect(portal.tabs.received).toEqual([]);
    await portal.logIn();
    expect(portal.tabs.received).toEqual([{ type: 'login.finished', userId: 'kim' }]);
  });

  it('show a button to continue, and do nothing by themselves', async () => {
    const portal = await waiting();
    await portal.send({ type: 'login.noticed', userId: 'lee' });
    expect([portal.value(), portal.context().otherLogin]).toEqual([{ 'id-entry': 'atFirst' }, 'lee']);
    await portal.send({ type: 'login.join' });
    expect(portal.value()).toEqual({ 'return-to-service': 'loading' });
    expect(portal.context().returnTarget).toEqual({
      to: portal.context().session.request.redirectUrl,
      skipsReauth: true,
    });
  });

  it('show no such button without a service', async () => {
    const portal = openPortal({ address: '/login' });
    await portal.send({ type: 'login.noticed', userId: 'lee' });
    expect(portal.actor.getSnapshot().can({ type: 'login.join' })).toBe(false);
  });

  it('remove the button with the request', async () => {
    const portal = await waiting();
    await portal.send({ type: 'login.noticed', userId: 'lee' });
    await portal.goTo('/redirect?uid=2');
    await portal.request();
    expect(portal.context().otherLogin).toBeNull();
  });
});

describe('/provisioning', () => {
  it('needs an ak', () => {
    const portal = openPortal({ address: '/provisioning' });
    expect([portal.value(), portal.address()]).toEqual(['error-page', '/error?reason=invalidAccess']);
  });

  it('passes the ak and the scheme of the app to its flow', async () => {
    const portal = openPortal({ address: '/provisioning?ak=a.b' });
    await portal.load();
    expect(portal.address()).toBe('/provisioning?ak=a.b');
    expect(portal.flow('provisioning').context).toMatchObject({
      ak: 'a.b',
      app: { phoneApp: 'native', appScheme: 'cubelogin' },
    });
    await portal.ports.provisioning.fetchProvision.fail();
    await portal.sendToFlow('provisioning', { type: 'provisioning.leave' });
    expect(portal.value()).toEqual({ 'id-entry': 'atLogin' });
  });
});
