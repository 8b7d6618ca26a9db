import { describe, expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import type { AuthSummary } from '#machines/shared/domain.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { hasChanged, loginElsewhere } from '#src/ports/request-changes.ts';
import { SERVER_ERROR } from '#tests/support/refusals.ts';

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
    ['the same summary', false, success({ ...SUMMARY })],
    ['another person', true, success({ ...SUMMARY, userId: 'kim' })],
    ['the request of another tab', false, success({ ...SUMMARY, redirectUrl: OTHER, userId: 'kim' })],
    ['a request that has ended', true, failed(rejected('', 404))],
    ['a request that is refused', true, failed(rejected('001', 400))],
    ['a failing server', false, SERVER_ERROR],
    ['a failing server with an error code', false, failed(rejected('003', 500))],
    ['no answer', false, failed(UNREACHABLE)],
  ])('is found in %s: %s', (_, isChange, answer) => {
    expect(hasChanged(SUMMARY, answer)).toBe(isChange);
  });
});

describe('a login in another tab', () => {
  it.each([
    ['the request of another tab', 'kim', { redirectUrl: OTHER, isAlreadyAuth: true }],
    ['the request of another tab without a sign-in', null, { redirectUrl: OTHER }],
    ['the request of this tab', null, { isAlreadyAuth: true }],
    [
      'the request of another tab without a person',
      null,
      { redirectUrl: OTHER, isAlreadyAuth: true, userId: '' },
    ],
  ])('is found in %s: that of %s', (_, userId, changes) => {
    expect(loginElsewhere(SUMMARY, success({ ...SUMMARY, userId: 'kim', ...changes }))).toBe(userId);
  });

  it('is not found without an answer', () => {
    expect(loginElsewhere(SUMMARY, failed(UNREACHABLE))).toBeNull();
  });
});
