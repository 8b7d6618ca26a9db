import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiPath, PathValueError } from '#src/api/path.ts';
import { PROPERTY_RUNS } from '#tests/support/test-all.ts';

const TEMPLATE = '/data/sso/accounts/{userId}/account-info';
const ORIGIN = 'https://portal.example';

describe('apiPath', () => {
  it('replaces each placeholder by its value', () => {
    expect(apiPath('/{a}/x/{b}', { a: '1', b: '2' })).toBe('/1/x/2');
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['a\\b', 'a%5Cb'],
    ['?q=1#f', '%3Fq%3D1%23f'],
    ['%2e%2e', '%252e%252e'],
    ['...', '...'],
    ['홍길동', '%ED%99%8D%EA%B8%B8%EB%8F%99'],
    ['{userId}', '%7BuserId%7D'],
    ['$&', '%24%26'],
    ['a\tb\n', 'a%09b%0A'],
  ])('encodes %j', (userId, encoded) => {
    expect(apiPath(TEMPLATE, { userId })).toBe(`/data/sso/accounts/${encoded}/account-info`);
  });

  it.each(['', '.', '..', '\ud800'])('throws for %j and names its placeholder', (userId) => {
    const act = () => apiPath(TEMPLATE, { userId });
    expect(act).toThrow(PathValueError);
    expect(act).toThrow('userId');
  });

  it('encodes every value as one segment that a URL parser decodes to the value', () => {
    const tricky = fc
      .array(fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'E', '?', '#', ';', ' ', '\t', '@', ':'), {
        minLength: 1,
        maxLength: 8,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: 'grapheme', minLength: 1 })), (userId) => {
        fc.pre(userId !== '.' && userId !== '..' && userId.isWellFormed());
        const { origin, pathname, search, hash } = new URL(apiPath(TEMPLATE, { userId }), ORIGIN);
        const segments = pathname.split('/');
        expect({ origin, search, hash, length: segments.length }).toEqual({
          origin: ORIGIN,
          search: '',
          hash: '',
          length: 6,
        });
        expect(decodeURIComponent(segments[4] ?? '')).toBe(userId);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
