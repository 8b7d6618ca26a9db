import { describe, expect, it } from 'vitest';
import { policy, SERVICE } from '#cases/samples.ts';
import { logoTarget, logoValues } from '#machines/portal/logo.ts';
import { METHODS } from '#machines/shared/policy.ts';
import type { Session } from '#machines/shared/session.ts';
import { openPortal, sessionOf } from '#tests/support/model/portal.ts';

const storedPolicy = { userId: 'kim', clientId: SERVICE, policy: policy(METHODS, { authType: 'otp' }) };

const openAt = (address: string, session: Session = sessionOf('kim')) =>
  openPortal({ address, session, storedPolicy });

const typesIn = ({ request }: Session) => [request.type, request.formerType];

describe.each([
  ['/password/forgot', 'authForPW'],
  ['/password?clientid=a&ak=b', 'authForPW'],
  ['/first/management?type=8', 'authForLogin'],
] as const)('%s', (address, type) => {
  it(`is a flow of the type ${type}, and the type of the request is restored after it`, async () => {
    const portal = openAt(address);
    expect(typesIn(portal.context().session)).toEqual([type, 'oidc']);
    await portal.goTo('/first');
    expect(typesIn(portal.context().session)).toEqual(['oidc', '']);
  });

  it('keeps the type of the request after a reload, and restores it at another address', () => {
    const { session } = openAt(address).context();
    expect(typesIn(openAt(address, session).context().session)).toEqual([type, 'oidc']);
    expect(typesIn(openAt('/first', session).context().session)).toEqual(['oidc', '']);
  });

  it('does not change the address of the logo', () => {
    expect(logoTarget(logoValues(openAt(address).context(), '/email'))).toBe('/');
  });
});

it('a registration has the flow type authForLogin', async () => {
  const portal = openAt('/first/management?type=8');
  await portal.load();
  expect(portal.flow('management').context.flowType).toBe('authForLogin');
});
