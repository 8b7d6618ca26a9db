import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTarget, withNoReauth } from '#machines/return-to-service/target.ts';
import { PROPERTY_RUNS } from '#tests/support/test-all.ts';

const BASE = 'https://portal.example/first/auth?type=pw';
const ORIGIN = 'https://portal.example';

describe('the check of a return target', () => {
  it.each([
    ['https://service.example/cb?code=1&state=2#f', 'https://service.example/cb?code=1&state=2#f'],
    ['http://127.0.0.1:8081/', 'http://127.0.0.1:8081/'],
    ['HTTPS://Service.example', 'https://service.example/'],
    ['https://[::1]:8080/x', 'https://[::1]:8080/x'],
    ['/change', `${ORIGIN}/change`],
    ['/', `${ORIGIN}/`],
    [
      '/oauth2/authorize/abc?x=https://other.example',
      `${ORIGIN}/oauth2/authorize/abc?x=https://other.example`,
    ],
    ['/a/../b', `${ORIGIN}/b`],
    ['/.//other.example', `${ORIGIN}//other.example`],
    ['/x@other.example', `${ORIGIN}/x@other.example`],
    ['https://서비스.example/경로', 'https://xn--9w3b15cw7a.example/%EA%B2%BD%EB%A1%9C'],
  ])('allows %s', (target, url) => {
    expect(checkTarget(target, BASE)).toEqual({ ok: true, url });
  });

  it('refuses a target that is longer than a browser accepts after encoding', () => {
    const checkLength = (characters: number) => checkTarget(`/?${'~'.repeat(characters)}`, BASE);
    const maxLength = 512 * 1024 - `${ORIGIN}/?`.length;
    expect(checkLength(maxLength + 1)).toEqual({ ok: false, reason: 'invalidAccess' });
    expect(checkTarget(`/${'가'.repeat(maxLength / 6)}`, BASE).ok).toBe(false);
    const longest = checkLength(maxLength);
    if (!longest.ok) throw new Error('The longest target is refused');
    expect(withNoReauth(longest.url).length).toBeLessThan(2 * 1024 * 1024);
  });

  it('refuses a missing target with its own reason', () => {
    expect(checkTarget('', BASE)).toEqual({ ok: false, reason: 'noRedirectUrl' });
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'javascript://https://service.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://portal.example/1',
    'file:///etc/passwd',
    'ftp://service.example/',
    'vbscript:x',
    'about:blank',
    'cubelogin://provision',
    'intent://x#Intent;end',
    'https://user:secret@service.example/',
    'https://portal.example@other.example/',
    'https://:secret@service.example/',
    '//other.example/',
    '///other.example/',
    '/\\other.example/',
    '\\\\other.example/',
    '/\t/other.example/',
    '/\n/other.example/',
    ' https://service.example/',
    'https://service.example/ ',
    'https://service.example/a b',
    'https:service.example',
    'https:/service.example',
    'https:///service.example',
    'https:\\\\service.example',
    'https://',
    'https://[',
    'https://service.example:99999/',
    'change',
    './change',
    '?x=1',
    '#x',
    'undefined',
    'null',
    ' ',
  ])('refuses %j', (target) => {
    expect(checkTarget(target, BASE)).toEqual({ ok: false, reason: 'invalidAccess' });
  });

  const pieces = fc.constantFrom(
    '/',
    '//',
    '\\',
    ':',
    '@',
    '?',
    '#',
    '.',
    '..',
    '%',
    '%2f',
    '%09',
    '\t',
    '\n',
    '\r',
    '\0',
    ' ',
    '\u00a0',
    '\u200b',
    '／',
    '。',
    'http',
    'https',
    'HTTPS',
    'javascript',
    'data',
    'blob',
    'x',
    'other.example',
    '[::1]',
  );
  const crafted = fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join(''));
  const prefixed = fc
    .tuple(fc.constantFrom('https://', 'http://', '/', '//', '/\\', 'javascript:', 'https:'), crafted)
    .map((parts) => parts.join(''));
  const targets = fc.oneof(
    prefixed,
    crafted,
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string(),
  );

  it('allows only http(s) addresses without credentials, and paths only at the portal', () => {
    fc.assert(
      fc.property(targets, (target) => {
        const checked = checkTarget(target, BASE);
        if (!checked.ok) return;
        const url = new URL(checked.url);
        expect(url.href).toBe(checked.url);
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password).toBe('');
        if (target.startsWith('/')) expect(url.origin).toBe(ORIGIN);
        else expect(target.slice(0, url.protocol.length + 2).toLowerCase()).toBe(`${url.protocol}//`);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('allows every plain web address, with the same meaning', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (target) => {
        expect(checkTarget(target, BASE)).toEqual({ ok: true, url: new URL(target).href });
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('allows every address that it has returned', () => {
    fc.assert(
      fc.property(targets, (target) => {
        const checked = checkTarget(target, BASE);
        if (checked.ok) expect(checkTarget(checked.url, 'https://elsewhere.example/')).toEqual(checked);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});

describe('the flag noReauth', () => {
  it.each([
    [`${ORIGIN}/oauth2/authorize/abc`, `${ORIGIN}/oauth2/authorize/abc?noReauth=Y`],
    [`${ORIGIN}/saml/resume/1?x=1#f`, `${ORIGIN}/saml/resume/1?x=1&noReauth=Y#f`],
    [`${ORIGIN}/a?noReauth=N&x=1`, `${ORIGIN}/a?noReauth=Y&x=1`],
  ])('is added to %s', (url, flagged) => {
    expect(withNoReauth(url)).toBe(flagged);
  });
});
