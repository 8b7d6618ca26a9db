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
  askedAgain: '',
};
const OTHER = '/oauth2/authorize/2';

describe('the answer compared with the initial data:', () => {
  it.each([
    ['the same', success({ ...SUMMARY }), false],
    ['another person', success({ ...SUMMARY, userId: 'kim' }), true],
    ['the request of another tab', success({ ...SUMMARY, redirectUrl: OTHER, userId: 'kim' }), false],
    ['a request that is over', failed(rejected('', 404)), true],
    ['a request that is refused', failed(rejected('001', 400)), true],
    ['a server in trouble', failed(rejected('', 500)), false],
    ['a server that tells of its trouble', failed(rejected('003', 500)), false],
    ['no answer', failed(UNREACHABLE), false],
  ])('%s', (_, answer, isNews) => {
    expect(hasChanged(SUMMARY, answer)).toBe(isNews);
  });
});

describe('the person who has since signed in, with', () => {
  it.each([
    ['the request of another tab', { redirectUrl: OTHER, isAlreadyAuth: true }, 'kim'],
    ['one for which nobody has signed in yet', { redirectUrl: OTHER }, null],
    ['the own request', { isAlreadyAuth: true }, null],
    ['one that names nobody', { redirectUrl: OTHER, isAlreadyAuth: true, userId: '' }, null],
  ])('%s', (_, changes, userId) => {
    expect(loginElsewhere(SUMMARY, success({ ...SUMMARY, userId: 'kim', ...changes }))).toBe(userId);
  });

  it('no answer', () => {
    expect(loginElsewhere(SUMMARY, failed(UNREACHABLE))).toBeNull();
  });
});
