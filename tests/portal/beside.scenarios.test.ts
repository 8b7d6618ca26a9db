import { describe, expect, it } from 'vitest';
import { titleOf } from '#machines/portal/portal.selectors.ts';
import { arriveAtPassword, openPortal, sessionOf } from '#tests/support/model/portal.ts';

const SCREENS: readonly [string, () => Promise<ReturnType<typeof openPortal>>][] = [
  ['the redirect page', async () => openPortal()],
  ['the ID entry', async () => openPortal({ address: '/first', session: sessionOf() })],
  ['the password screen', () => arriveAtPassword()],
  ['a policy check', async () => openPortal({ address: '/first/auth?type=pw', session: sessionOf('kim') })],
  ['the error page', async () => openPortal({ address: '/error' })],
  ['a screen that is not built', async () => openPortal({ address: '/second' })],
  [
    'a login under way',
    async () => {
      const portal = await arriveAtPassword();
      await portal.submitPassword();
      return portal;
    },
  ],
  [
    'the way out',
    async () => {
      const portal = await arriveAtPassword();
      await portal.submitPassword();
      await portal.logIn();
      await portal.ports.portal.load.answer(undefined);
      return portal;
    },
  ],
];

describe.each(SCREENS)('from %s', (_name, open) => {
  const calls = (portal: ReturnType<typeof openPortal>) =>
    Object.values(portal.ports).flatMap((flow) => Object.values(flow).flatMap((port) => port.calls));

  it('a refused page leads to the error page, and ends every call', async () => {
    const portal = await open();
    await portal.ports.portal.lookUpIp.answer('');
    await portal.send({ type: 'page.refused' });
    expect([portal.value(), portal.address()]).toEqual(['noticing', '/error']);
    expect(calls(portal).filter((call) => call.isWaiting())).toEqual([]);
  });

  it('another language moves nothing and asks nothing again', async () => {
    const portal = await open();
    const before = portal.actor.getSnapshot();
    const asked = calls(portal).map((call) => call.isWaiting());
    await portal.send({ type: 'language.chosen', locale: 'en' });
    const after = portal.actor.getSnapshot();
    expect(after.context.locale).toBe('en');
    expect(after.value).toEqual(before.value);
    expect(after.children).toEqual(before.children);
    expect(calls(portal).map((call) => call.isWaiting())).toEqual(asked);
  });

  it('a challenge token is stored and moves nothing', async () => {
    const portal = await open();
    const before = portal.value();
    await portal.send({ type: 'challenge.received', token: 'a.b.c' });
    expect(portal.context().session.flow.challenge).toBe('a.b.c');
    expect(portal.value()).toEqual(before);
  });

  it('a lost network moves nothing', async () => {
    const portal = await open();
    const before = portal.value();
    portal.network.report({ type: 'network.lost' });
    expect(portal.value()).toEqual(before);
    expect(portal.flow('offline').value).toBe('offline');
  });
});

describe('a challenge token', () => {
  it('without a dot is the key from now on; a dotted one leaves the key', async () => {
    const portal = openPortal();
    await portal.send({ type: 'challenge.received', token: 'seed' });
    await portal.send({ type: 'challenge.received', token: 'nonce.1.mac' });
    expect(portal.context().session.flow).toMatchObject({ challenge: 'nonce.1.mac', challengeKey: 'seed' });
  });

  it('outlives another person and the end of a login', async () => {
    const portal = openPortal();
    await portal.send({ type: 'challenge.received', token: 'seed' });
    await portal.request();
    await portal.identify('kim');
    await portal.tell('password', { type: 'password.back' });
    await portal.identify('lee');
    await portal.submitPassword();
    await portal.logIn();
    await portal.ports.portal.load.answer(undefined);
    expect(portal.context().session.flow.challengeKey).toBe('seed');
  });
});

describe('the public address', () => {
  it('is asked for once and stored', async () => {
    const portal = openPortal();
    await portal.ports.portal.lookUpIp.answer('203.0.113.7');
    await portal.goTo('/login');
    expect(portal.context().session.flow.ip).toBe('203.0.113.7');
    expect(portal.ports.portal.lookUpIp.calls).toHaveLength(1);
  });

  it('is empty when the look-up breaks, and holds nothing up', async () => {
    const portal = openPortal({
      session: { ...sessionOf(), flow: { ...sessionOf().flow, ip: '192.0.2.1' } },
    });
    await portal.ports.portal.lookUpIp.fail();
    await portal.request();
    expect(portal.context().session.flow.ip).toBe('');
    expect(portal.value()).toEqual({ identifying: 'atFirst' });
  });
});

it('says by its title which screen is on', async () => {
  const portal = openPortal();
  const titles = [titleOf(portal.actor.getSnapshot())];
  await portal.request();
  titles.push(titleOf(portal.actor.getSnapshot()));
  await portal.identify();
  titles.push(titleOf(portal.actor.getSnapshot()));
  await portal.submitPassword();
  await portal.logIn();
  titles.push(titleOf(portal.actor.getSnapshot()));
  await portal.send({ type: 'page.refused' });
  titles.push(titleOf(portal.actor.getSnapshot()));
  expect(titles).toEqual([
    'title.redirect',
    'title.identity',
    'title.password',
    'title.departure',
    'title.error',
  ]);
});
