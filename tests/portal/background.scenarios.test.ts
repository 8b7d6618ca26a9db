import { describe, expect, it } from 'vitest';
import { clientConfig, rejected, SERVICE } from '#cases/samples.ts';
import { titleKeyOf } from '#machines/portal/portal.selectors.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { type OpenPortal, openPasswordScreen, openPortal, sessionOf } from '#tests/support/model/portal.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';

const SCREENS: readonly [string, () => Promise<OpenPortal>][] = [
  ['the redirect page', async () => openPortal()],
  ['the ID entry', async () => openPortal({ address: '/first', session: sessionOf() })],
  ['the password screen', () => openPasswordScreen()],
  ['a policy check', async () => openPortal({ address: '/first/auth?type=pw', session: sessionOf('kim') })],
  ['the error page', async () => openPortal({ address: '/error' })],
  ['the address /change without a session', async () => openPortal({ address: '/change' })],
  [
    'a running login call',
    async () => {
      const portal = await openPasswordScreen();
      await portal.submitPassword();
      return portal;
    },
  ],
  [
    'the return to the service',
    async () => {
      const portal = await openPasswordScreen();
      await portal.submitPassword();
      await portal.answerLogin();
      await portal.ports.portal.load.answer(undefined);
      return portal;
    },
  ],
];

describe.each(SCREENS)('from %s', (_name, open) => {
  const calls = (portal: OpenPortal) =>
    Object.values(portal.ports).flatMap((flow) => Object.values(flow).flatMap((port) => port.calls));
  const foregroundCalls = (portal: OpenPortal) => {
    const { 'service-info': service, history, language } = portal.ports;
    const backgroundPorts = [service, history, language].flatMap((ports) => Object.values(ports));
    const backgroundCalls = backgroundPorts.flatMap((port): readonly unknown[] => port.calls);
    return calls(portal).filter((call) => !backgroundCalls.includes(call));
  };

  it('a refused page leads to the error page, ends every call and keeps the session values', async () => {
    const portal = await open();
    await portal.ports.portal.lookUpIp.answer('');
    await portal.ports.portal.lookUpLogin.answer(null);
    const { session, policy } = portal.context();
    await portal.send({ type: 'page.refused' });
    expect([portal.value(), portal.address()]).toEqual(['error-page', '/error']);
    expect(portal.context()).toMatchObject({ session, policy });
    expect(portal.clock.timerCount).toBe(0);
    expect(foregroundCalls(portal).filter((call) => call.isWaiting())).toEqual([]);
  });

  it('the error page after a refused page shows no reason, also when it has shown one before', async () => {
    const portal = await open();
    await portal.goTo('/error?reason=invalidAccess');
    expect(titleKeyOf(portal.actor.getSnapshot())).toBe('notice.invalidAccess');
    await portal.send({ type: 'page.refused' });
    expect(titleKeyOf(portal.actor.getSnapshot())).toBe('notice.notFound');
  });

  it.each<[string, (portal: OpenPortal) => Promise<void>, string]>([
    ['the button', (portal) => portal.sendToFlow('error-page', { type: 'notice.leave' }), '/login'],
    ['another address', (portal) => portal.goTo('/first?one=1'), '/first?one=1'],
  ])(
    'an answer with a wrong challenge token ends the session until a new document is loaded by %s',
    async (_name, leave, address) => {
      const portal = await open();
      await portal.send({ type: 'challenge.received', token: 'seed' });
      await portal.send({ type: 'challenge.failed' });
      expect([portal.value(), portal.address()]).toEqual(['session-lost', '/error?reason=sessionExpired']);
      expect(titleKeyOf(portal.actor.getSnapshot())).toBe('title.session');
      expect(portal.context().session.request.challengeKey).toBe('');
      await leave(portal);
      await portal.ports.portal.load.answer(undefined);
      expect(portal.value()).toEqual({ 'return-to-service': 'running' });
      expect(portal.context().returnTarget.to).toBe(address);
    },
  );

  it('another language changes no state, and requests only the texts of the service', async () => {
    const portal = await open();
    const { fetchClientConfig } = portal.ports['service-info'];
    if (fetchClientConfig.isWaiting()) await fetchClientConfig.answer(success(clientConfig()));
    const isKnown = portal.context().client !== null;
    const before = portal.actor.getSnapshot();
    const waiting = foregroundCalls(portal).map((call) => call.isWaiting());
    await portal.send({ type: 'language.chosen', locale: 'en' });
    const after = portal.actor.getSnapshot();
    expect(after.context.locale).toBe('en');
    expect(after.value).toEqual(before.value);
    expect(after.children).toEqual(before.children);
    expect(foregroundCalls(portal).map((call) => call.isWaiting())).toEqual(waiting);
    expect(fetchClientConfig.isWaiting()).toBe(isKnown);
  });

  it('a challenge token is stored and changes no state', async () => {
    const portal = await open();
    const before = portal.value();
    await portal.send({ type: 'challenge.received', token: 'a.b.c' });
    expect(portal.context().session.request.challenge).toBe('a.b.c');
    expect(portal.value()).toEqual(before);
  });

  it('a lost network connection changes no state of the screen', async () => {
    const portal = await open();
    const before = portal.value();
    portal.network.report({ type: 'network.lost' });
    expect(portal.value()).toEqual(before);
    expect(portal.flow('network').value).toBe('offline');
  });
});

describe('a return after a finished login', () => {
  const KIM = { userId: 'kim', to: 'https://service.example/login' };
  const sessionWithoutRequest = sessionOf();
  const session = {
    ...sessionWithoutRequest,
    request: { ...sessionWithoutRequest.request, redirectUrl: 'https://portal.example/on' },
  };
  const returnTo = (address: string) => openPortal({ address, session });

  it.each([
    ['/first/auth?type=pw', '/first'],
    ['/login', '/login'],
    ['/', '/login'],
  ])('continues from the ID entry at %s, where another ID can be entered', async (address, shown) => {
    const portal = returnTo(address);
    expect(portal.ports.portal.lookUpLogin.waiting().input).toEqual({ isNeeded: true });
    await portal.ports.portal.lookUpLogin.answer(KIM);
    expect([portal.address(), portal.context().existingLogin]).toEqual([shown, KIM]);
    await portal.send({ type: 'login.resume' });
    expect([portal.value(), portal.context().returnTarget.to]).toEqual([
      { 'return-to-service': 'loading' },
      KIM.to,
    ]);
  });

  it('does not restore the existing login after another ID is entered', async () => {
    const portal = returnTo('/first');
    await portal.ports.portal.lookUpLogin.answer(KIM);
    await portal.identify('lee');
    expect(portal.context().existingLogin).toBeNull();
  });

  it.each([
    ['there has been no request', { session: sessionWithoutRequest, address: '/first' }],
    [
      'the person is identified',
      { session: { ...session, person: sessionOf('kim').person }, address: '/first' },
    ],
    ['a request begins', { session, address: '/redirect?uid=1' }],
  ])('does not look up the existing login when %s', (_name, changes) => {
    const portal = openPortal(changes);
    expect(portal.ports.portal.lookUpLogin.waiting().input).toEqual({ isNeeded: false });
  });
});

describe('a challenge token', () => {
  it('without a dot becomes the key, and one with dots leaves the key unchanged', async () => {
    const portal = openPortal();
    await portal.send({ type: 'challenge.received', token: 'seed' });
    await portal.send({ type: 'challenge.received', token: 'nonce.1.mac' });
    expect(portal.context().session.request).toMatchObject({
      challenge: 'nonce.1.mac',
      challengeKey: 'seed',
    });
  });

  it('leaves its key unchanged when another person signs in and when a login ends', async () => {
    const portal = openPortal();
    await portal.send({ type: 'challenge.received', token: 'seed' });
    await portal.answerRequest();
    await portal.identify('kim');
    await portal.sendToFlow('password', { type: 'password.back' });
    await portal.identify('lee');
    await portal.submitPassword();
    await portal.answerLogin();
    await portal.ports.portal.load.answer(undefined);
    expect(portal.context().session.request.challengeKey).toBe('seed');
  });
});

describe('the client service', () => {
  const configWithName = (serviceName: string) => success(clientConfig({ serviceName }));
  const requestedClients = (portal: OpenPortal) =>
    portal.ports['service-info'].fetchClientConfig.calls.map(({ input }) => input.clientId);

  it.each(['/first', '/first/auth?type=pw', '/first/select', '/error', '/login'])(
    'is requested when the page loads at %s, without a change of the state',
    async (address) => {
      const portal = openPortal({ address, session: sessionOf('kim') });
      const before = portal.value();
      await portal.ports['service-info'].fetchClientConfig.answer(success(clientConfig({ qrCode: true })));
      expect(portal.context().client).toEqual(clientConfig({ qrCode: true }));
      expect(portal.context().session.request.company).toBe('Demo Service');
      expect(portal.value()).toEqual(before);
    },
  );

  it('is fetched only after the redirect page has received its request', async () => {
    const portal = openPortal({
      session: { ...sessionOf(), request: { ...sessionOf().request, clientId: 'former-service' } },
    });
    expect(requestedClients(portal)).toEqual([]);
    await portal.answerRequest();
    expect(requestedClients(portal)).toEqual([SERVICE]);
  });

  it('is fetched when the request is refused, so that the previous one can continue', async () => {
    const portal = openPortal({ session: sessionOf('kim') });
    await portal.ports.redirect.fetchSummary.answer(failed(rejected('', 400)));
    expect([portal.value(), requestedClients(portal)]).toEqual(['error-page', [SERVICE]]);
  });

  it('is fetched only once for several screens', async () => {
    const portal = await openPasswordScreen();
    await portal.sendToFlow('password', { type: 'password.back' });
    await portal.goTo('/redirect?uid=2');
    await portal.answerRequest();
    expect(requestedClients(portal)).toEqual([SERVICE]);
    expect(portal.context().client).toEqual(clientConfig());
    expect(portal.context().session.request.company).toBe('Demo Service');
  });

  it('that is no longer current is ignored when its answer is late', async () => {
    const portal = openPortal({ address: '/first', session: sessionOf() });
    const late = portal.ports['service-info'].fetchClientConfig.waiting();
    await portal.goTo('/redirect?uid=2');
    await portal.answerRequest({ clientId: 'other-service' });
    expect(late.isAborted()).toBe(true);
    await late.answer(configWithName('Former'));
    await portal.send({ type: 'client.received', clientId: SERVICE, config: clientConfig() });
    expect(portal.context().client).toBeNull();
    await portal.ports['service-info'].fetchClientConfig.answer(configWithName('Other'));
    expect(portal.context().session.request.company).toBe('Other');
  });

  it('is not renamed by a late answer in another language, nor when the new texts cannot be fetched', async () => {
    const portal = await openPasswordScreen();
    await portal.send({ type: 'language.chosen', locale: 'en' });
    const late = portal.ports['service-info'].fetchClientConfig.waiting();
    await portal.send({ type: 'language.chosen', locale: 'ko' });
    await late.answer(configWithName('Mail'));
    expect(portal.context().session.request.company).toBe('Demo Service');
    await portal.ports['service-info'].fetchClientConfig.answer(failed(UNREACHABLE));
    expect(portal.context().session.request.company).toBe('Demo Service');
    expect(portal.value()).toBe('password');
  });

  it('is the default one after /logout', async () => {
    const config = { ...DEFAULT_RUNTIME_CONFIG, defaultClient: 'home' };
    const portal = openPortal({ address: '/first', session: sessionOf(), config });
    await portal.goTo('/logout');
    expect(requestedClients(portal)).toEqual([SERVICE, 'home']);
  });

  it('is fetched again by the next ID entry after a failure', async () => {
    const portal = openPortal({ address: '/first', session: sessionOf() });
    await portal.ports['service-info'].fetchClientConfig.answer(failed(UNREACHABLE));
    await portal.goTo('/login');
    await portal.ports['service-info'].fetchClientConfig.answer(configWithName('Mail'));
    expect(portal.context().session.request.company).toBe('Mail');
  });
});

describe('the public IP address', () => {
  it('is fetched once and stored', async () => {
    const portal = openPortal();
    await portal.ports.portal.lookUpIp.answer('203.0.113.7');
    await portal.goTo('/login');
    expect(portal.context().session.request.ip).toBe('203.0.113.7');
    expect(portal.ports.portal.lookUpIp.calls).toHaveLength(1);
  });

  it('is empty when the look-up fails, without delaying a login', async () => {
    const portal = openPortal({
      session: { ...sessionOf(), request: { ...sessionOf().request, ip: '192.0.2.1' } },
    });
    await portal.ports.portal.lookUpIp.fail();
    await portal.answerRequest();
    expect(portal.context().session.request.ip).toBe('');
    expect(portal.value()).toEqual({ 'id-entry': 'withRequest' });
  });
});

it('the title names the screen', async () => {
  const portal = openPortal();
  const titles = [titleKeyOf(portal.actor.getSnapshot())];
  await portal.answerRequest();
  titles.push(titleKeyOf(portal.actor.getSnapshot()));
  await portal.identify();
  titles.push(titleKeyOf(portal.actor.getSnapshot()));
  await portal.submitPassword();
  await portal.answerLogin();
  titles.push(titleKeyOf(portal.actor.getSnapshot()));
  await portal.send({ type: 'page.refused' });
  titles.push(titleKeyOf(portal.actor.getSnapshot()));
  expect(titles).toEqual([
    'title.redirect',
    'title.identity',
    'title.password',
    'title.returnToService',
    'notice.notFound',
  ]);
});
