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

it('where nothing came with the page no answer is another one', () => {
  const known = knownRequest(null);
  expect(known.differs(success(SUMMARY))).toBe(false);
  expect(known.differs(failed(rejected('', 404)))).toBe(false);
  expect(known.take()).toBeNull();
});
