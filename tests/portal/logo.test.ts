import { describe, expect, it } from 'vitest';
import { policy, SERVICE } from '#cases/samples.ts';
import { type LogoValues, logoTarget, logoValues } from '#machines/portal/logo.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { openPortal, sessionOf } from '#tests/support/model/portal.ts';
import { FLOW_TYPES } from '#wire/runtime-config.ts';

const values = (changes: Partial<LogoValues> = {}): LogoValues => ({
  type: 'user',
  methodCount: 2,
  path: '/first',
  isEmergency: false,
  defaultMethod: '',
  isFirstLogin: false,
  ...changes,
});

describe('the logo leads', () => {
  it.each<[string, Partial<LogoValues>, string]>([
    [
      'home in an OpenID flow, whatever the other values are',
      { type: 'oidc', isEmergency: true, defaultMethod: '1' },
      '/',
    ],
    ['home with one method', { methodCount: 1, isEmergency: true }, '/'],
    ['home without methods', { methodCount: 0 }, '/'],
    ['to the emergency code', { type: 'saml', isEmergency: true }, '/saml/emergency'],
    [
      'to the emergency code before the default method',
      { isEmergency: true, defaultMethod: '1' },
      '/user/emergency',
    ],
    ['to no emergency code on /email', { type: 'saml', isEmergency: true, path: '/email' }, '/saml'],
    [
      'from /email to the default method',
      { isEmergency: true, path: '/email', defaultMethod: '7' },
      '/user/7',
    ],
    ['to the default method', { defaultMethod: '1' }, '/user/1'],
    ['to no default method at the first login', { defaultMethod: '1', isFirstLogin: true }, '/user'],
    ['to no default method of another type', { type: 'auth', defaultMethod: '1' }, '/auth'],
    ['to the type', { type: 'saml' }, '/saml'],
  ])('%s', (_case, changes, target) => {
    expect(logoTarget(values(changes))).toBe(target);
  });

  it.each(FLOW_TYPES)('never to an unknown address, type %s', (type) => {
    for (const isEmergency of [true, false]) {
      for (const defaultMethod of ['', '-1', '1', '7']) {
        const target = logoTarget(values({ type, isEmergency, defaultMethod }));
        expect(parseRoute(target).screen).not.toBe('unknown');
      }
    }
  });
});

describe('the values of the logo', () => {
  const portalOf = (stored: ReturnType<typeof policy>) => {
    const session = sessionOf('kim');
    const person = { ...session.person, emergency: true, defaultMethod: '1', first: true };
    return openPortal({
      address: '/error',
      session: { request: { ...session.request, type: 'saml' }, person },
      storedPolicy: { userId: 'kim', clientId: SERVICE, policy: stored },
    }).context();
  };

  it('come from the session and the tiles of the policy', () => {
    expect(logoValues(portalOf(policy(['password', 'sms'], { authType: 'otp' })), '/x')).toEqual({
      type: 'saml',
      methodCount: 2,
      path: '/x',
      isEmergency: true,
      defaultMethod: '1',
      isFirstLogin: true,
    });
  });

  it('have no methods without a policy', () => {
    expect(logoValues(openPortal({ address: '/error' }).context(), '/').methodCount).toBe(0);
  });
});
