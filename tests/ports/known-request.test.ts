import { describe, expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import type { AuthSummary } from '#machines/shared/domain.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { knownRequest } from '#src/ports/known-request.ts';

const SUMMARY: AuthSummary = {
  clientId: 'demo',
  hasServiceId: false,
  userId: '',
  redirectUrl: '/oauth2/authorize/1',
  isAlreadyAuth: false,
  hasOpenIdScope: true,
  askedAgain: '',
};

describe('what came with the page is held against the answer:', () => {
  it.each([
    ['the same', success({ ...SUMMARY }), false],
    ['another person', success({ ...SUMMARY, userId: 'kim' }), true],
    ['the request of another tab', success({ ...SUMMARY, redirectUrl: '/oauth2/authorize/2' }), false],
    ['a request that is over', failed(rejected('', 404)), true],
    ['a request that is refused', failed(rejected('001', 400)), true],
    ['a server in trouble', failed(rejected('', 500)), false],
    ['no answer', failed(UNREACHABLE), false],
  ])('%s', (_, answer, differs) => {
    const known = knownRequest(SUMMARY);
    expect(known.differs(answer)).toBe(differs);
    expect(known.take()).toBe(differs ? answer : null);
    expect(known.take()).toBeNull();
  });
});

it.each([
  ['of another tab that has signed in', { redirectUrl: '/oauth2/authorize/2', isAlreadyAuth: true }, 'kim'],
  ['of another tab, which has not', { redirectUrl: '/oauth2/authorize/2' }, null],
  ['of this page', { isAlreadyAuth: true }, null],
  ['of nobody', { redirectUrl: '/oauth2/authorize/2', isAlreadyAuth: true, userId: '' }, null],
])('who has signed in meanwhile, by the request %s', (_, changes, userId) => {
  const answer = success({ ...SUMMARY, userId: 'kim', ...changes });
  expect(knownRequest(SUMMARY).otherLogin(answer)).toBe(userId);
  expect(knownRequest(SUMMARY).otherLogin(failed(UNREACHABLE))).toBeNull();
  expect(knownRequest(null).otherLogin(answer)).toBeNull();
});

it('where nothing came with the page no answer is another one', () => {
  const known = knownRequest(null);
  expect(known.differs(success(SUMMARY))).toBe(false);
  expect(known.differs(failed(rejected('', 404)))).toBe(false);
  expect(known.take()).toBeNull();
});
