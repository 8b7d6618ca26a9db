import { describe, expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import type { AuthSummary } from '#machines/shared/domain.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { hasChanged, loginElsewhere } from '#src/ports/request-changes.ts';

const SUMMARY: AuthSummary = {
  clientId: 'demo',
  hasServiceId: false,
  userId: '',
  redirectUrl: '/oauth2/authorize/1',
  isAlreadyAuth: false,
  hasOpenIdScope: true,
  reauthReason: '',
};
const OTHER = '/oauth2/authorize/2';

describe('a change of the request compared with the initial data', () => {
  it.each([
    ['the same', success({ ...SUMMARY }), false],
    ['another person', success({ ...SUMMARY, userId: 'kim' }), true],
    ['the request of another tab', success({ ...SUMMARY, redirectUrl: OTHER, userId: 'kim' }), false],
    ['a request that has ended', failed(rejected('', 404)), true],
    ['a request that is refused', failed(rejected('001', 400)), true],
    ['a failing server', failed(rejected('', 500)), false],
    ['a failing server with an error code', failed(rejected('003', 500)), false],
    ['no answer', failed(UNREACHABLE), false],
  ])('is found in %s: %o is %s', (_, answer, isChange) => {
    expect(hasChanged(SUMMARY, answer)).toBe(isChange);
  });
});

describe('a login in another tab', () => {
  it.each([
    ['the request of another tab', { redirectUrl: OTHER, isAlreadyAuth: true }, 'kim'],
    ['the request of another tab without a sign-in', { redirectUrl: OTHER }, null],
    ['the request of this tab', { isAlreadyAuth: true }, null],
    [
      'the request of another tab without a person',
      { redirectUrl: OTHER, isAlreadyAuth: true, userId: '' },
      null,
    ],
  ])('is found in %s: %o is that of %s', (_, changes, userId) => {
    expect(loginElsewhere(SUMMARY, success({ ...SUMMARY, userId: 'kim', ...changes }))).toBe(userId);
  });

  it('is not found without an answer', () => {
    expect(loginElsewhere(SUMMARY, failed(UNREACHABLE))).toBeNull();
  });
});
