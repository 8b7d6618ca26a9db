import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDotted, isGenuine } from '#src/api/challenge.ts';
import { PROPERTY_RUNS } from '#tests/support/test-all.ts';

const STEP_MS = 30_000;
const NOW = 1_790_000_000_000;
const STEP = Math.floor(NOW / STEP_MS);

/** A challenge token by another implementation. */
function sign(key: string, nonce: string, step: number | string, body: string): string {
  const mac = createHmac('sha256', key).update(`${nonce}.${step}.${body}`, 'utf8').digest('base64url');
  return `${nonce}.${step}.${mac}`;
}

const answer = {
  token: sign('key', 'n0nce', STEP, '{"a":1}'),
  key: 'key',
  body: '{"a":1}',
  sentAt: NOW,
  now: NOW,
};

describe('a challenge token', () => {
  it('is distinguished from a seed by its dots', () => {
    expect(isDotted('a.b')).toBe(true);
    expect(isDotted('seed')).toBe(false);
  });

  it('is genuine if it was computed by another program', () => {
    const body = '{"status":200,"message":"안녕"}';
    const token = 'n0nce.59666666.AMWlUJi7ZW09vA7H5osRXQRRHpG9pGr-KO-yoAdeDrk';
    expect(isGenuine({ token, key: 'k3y', body, sentAt: NOW, now: NOW })).toBe(true);
  });

  it('is genuine if node:crypto has computed it, with any key and body', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 }).map((value) => value.toWellFormed());
    const nonce = fc.stringMatching(/^[\w-]{1,40}$/);
    fc.assert(
      fc.property(text, nonce, text, (key, someNonce, body) => {
        fc.pre(key !== '');
        expect(isGenuine({ token: sign(key, someNonce, STEP, body), key, body, sentAt: NOW, now: NOW })).toBe(
          true,
        );
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('is not genuine with any other body, key, nonce or step', () => {
    const change = fc.constantFrom('body', 'key', 'nonce', 'step', 'mac');
    fc.assert(
      fc.property(change, fc.string({ minLength: 1 }), (changed, extra) => {
        const [nonce = '', step = '', mac = ''] = answer.token.split('.');
        const altered = {
          body: { ...answer, body: answer.body + extra },
          key: { ...answer, key: answer.key + extra },
          nonce: { ...answer, token: `${nonce}x.${step}.${mac}` },
          step: { ...answer, token: `${nonce}.${STEP + 1}.${mac}` },
          mac: { ...answer, token: `${nonce}.${step}.${mac.slice(1)}${mac[0] === 'A' ? 'B' : 'A'}` },
        }[changed];
        expect(isGenuine(altered)).toBe(false);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it.each([
    ['a trailing dot', 'a.b.c.'],
    ['two parts', 'a.b'],
    ['four parts', `${answer.token}.x`],
    ['no nonce', answer.token.replace('n0nce', '')],
    ['a step that is no number', sign('key', 'n0nce', 'abc', answer.body)],
    ['a step with a leading zero', sign('key', 'n0nce', `0${STEP}`, answer.body)],
    ['a padded MAC', `${answer.token}=`],
    ['a MAC in plain base64', 'n0nce.1.++++++++++++++++++++++++++++++++++++++++++8'],
    ['a nonce that is no base64url', sign('key', 'no nce', STEP, answer.body)],
  ])('is not genuine with %s', (_case, token) => {
    expect(isGenuine({ ...answer, token })).toBe(false);
  });

  it('is never genuine without a key', () => {
    expect(isGenuine({ ...answer, key: '', token: sign('', 'n0nce', STEP, answer.body) })).toBe(false);
  });

  it('is genuine exactly in the steps from one before the request to one after now', () => {
    const times = fc.record({
      sentAt: fc.integer({ min: STEP_MS * 10, max: 2 ** 41 }),
      took: fc.integer({ min: 0, max: STEP_MS * 20 }),
      offset: fc.integer({ min: -25, max: 25 }),
    });
    fc.assert(
      fc.property(times, ({ sentAt, took, offset }) => {
        const now = sentAt + took;
        const step = Math.floor(sentAt / STEP_MS) + offset;
        fc.pre(step >= 0);
        const expected = step >= Math.floor(sentAt / STEP_MS) - 1 && step <= Math.floor(now / STEP_MS) + 1;
        expect(isGenuine({ token: sign('key', 'n', step, ''), key: 'key', body: '', sentAt, now })).toBe(
          expected,
        );
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
