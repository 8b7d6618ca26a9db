import { describe, expect, it } from 'vitest';
import { EXISTING_LOGIN, policy, SERVICE } from '#cases/samples.ts';
import { success } from '#machines/shared/result.ts';
import { NEW_SESSION } from '#machines/shared/session.ts';
import { type OpenPortal, openPortal, portalInput, sessionOf } from '#tests/support/model/portal.ts';

const config = { ...portalInput().config, login: EXISTING_LOGIN };
const SELF_AUTH = { sms: true, internalMail: false, privateMail: false, mobileOtp: false, push: false };
const MANAGEABLE = policy(['password', 'otpCard'], {
  authType: 'otp',
  selfAuth: SELF_AUTH,
  canManage: true,
  listsFactors: true,
});

const openOverview = async (portal: OpenPortal, checked = MANAGEABLE) => {
  await portal.load();
  await portal.sendToFlow('signed-in', { type: 'overview.open' });
  await portal.ports.portal.checkPolicy.answer(success({ userId: 'kim', policy: checked }));
};

describe('the portal’s own page', () => {
  it.each(['/', '/first', '/first/'])('opens at %s for a person who is signed in', async (address) => {
    const portal = openPortal({ address, config });
    await portal.load();
    expect([portal.value(), portal.address()]).toEqual([{ 'signed-in': 'running' }, '/']);
    expect(portal.flow('signed-in').context).toEqual({ userId: 'kim', canManage: true });
  });

  it.each([
    ['has come back from a service', sessionOf()],
    ['was in the first step with the same person', sessionOf('kim')],
  ])('opens at / in a tab that %s', (_what, { request, person }) => {
    const session = { request: { ...request, redirectUrl: 'https://portal.example/on' }, person };
    expect(openPortal({ address: '/', config, session }).value()).toEqual({ 'signed-in': 'loading' });
  });

  it.each([
    ['nobody is signed in', '/', { config: portalInput().config }],
    ['the address is that of the ID entry', '/login', { config }],
    [
      'a service has sent the person in this tab',
      '/first',
      {
        config,
        session: {
          ...sessionOf(),
          request: { ...NEW_SESSION.request, redirectUrl: 'https://portal.example/on' },
        },
      },
    ],
    ['the person is in the first step', '/first', { config, session: sessionOf('kim') }],
    ['another person is in the first step', '/', { config, session: sessionOf('lee') }],
  ] as const)('does not open when %s', (_why, address, changes) => {
    expect(openPortal({ address, ...changes }).value()).toEqual({
      'id-entry': address === '/first' ? 'withRequest' : 'withoutRequest',
    });
  });

  it('opens the overview with one press, and the address / leads back', async () => {
    const portal = openPortal({ address: '/', config });
    await openOverview(portal);
    expect([portal.value(), portal.address()]).toEqual([{ management: 'loading' }, '/first/management']);
    expect(portal.context().session).toMatchObject({
      request: { clientId: SERVICE },
      person: { userId: 'kim' },
    });
    await portal.load();
    await portal.sendToFlow('management', { type: 'lookup.retry' });
    await portal.goTo('/');
    expect([portal.value(), portal.address()]).toEqual([{ 'signed-in': 'loading' }, '/']);
    expect(portal.context().session.person.userId).toBe('');
  });

  it('opens again when the management ends', async () => {
    const portal = openPortal({ address: '/', config });
    await openOverview(portal);
    await portal.load();
    await portal.ports.management.lookUp.fail(new Error('broken'));
    await portal.sendToFlow('management', { type: 'management.back' });
    expect([portal.value(), portal.address()]).toEqual([{ 'signed-in': 'loading' }, '/']);
  });

  it('shows a message when nothing can be managed', async () => {
    const portal = openPortal({ address: '/', config });
    await openOverview(portal, policy());
    expect([portal.value(), portal.context().remark]).toEqual([
      { 'signed-in': 'loading' },
      'remark.notManaged',
    ]);
  });
});
