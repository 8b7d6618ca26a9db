import { afterEach, expect, test } from 'vitest';
import { checkPolicy } from '#src/api/policy.ts';
import { openNetwork } from '#tests/support/network.ts';
import { EARLY, type EarlyCheck } from '#wire/server-portal.ts';
import { clientOn, json, REFUSED } from './client-set-up.ts';

const { requests, ...network } = openNetwork();
const setUp = clientOn(network);

const page = globalThis as { [EARLY]?: EarlyCheck };
const KIM = { userId: 'kim', clientId: 'hanbit' };
const REFUSAL = { status: 404, errCode: '000', message: '' };

/** What the page has asked about somebody before the client was there. */
const asked = (answer: Promise<Response>, language = 'en', body: object = KIM): void => {
  page[EARLY] = { language, body: JSON.stringify(body), answer };
};

const refused = () => Promise.resolve(json(REFUSAL, { status: 404 }));
const check = (client: ReturnType<typeof setUp>['client'], person = KIM) =>
  checkPolicy(client, person, new AbortController().signal);

afterEach(() => {
  Reflect.deleteProperty(page, EARLY);
});

test('what the page has asked before is not asked again, and answers once', async () => {
  asked(refused());
  const { client } = setUp(() => json(REFUSED, { status: 400 }));
  expect(await check(client)).toMatchObject({ ok: false, failure: { code: '000', status: 404 } });
  expect(requests).toEqual([]);
  await check(client);
  expect(requests).toHaveLength(1);
});

test('the page asks nothing more once the client is there', () => {
  setUp(() => json(REFUSED, { status: 400 }));
  expect(page[EARLY]).toEqual({ over: true });
});

test('an early call that did not arrive is no answer, and the next press asks anew', async () => {
  asked(Promise.reject(new TypeError('Failed to fetch')));
  const { client } = setUp(() => json(REFUSED, { status: 400 }));
  expect(await check(client)).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  expect(requests).toEqual([]);
  await check(client);
  expect(requests).toHaveLength(1);
});

test.each([
  ['another ID', 'en', { ...KIM, userId: 'lee' }, ''],
  ['another service', 'en', { ...KIM, clientId: 'other' }, ''],
  ['another language', 'ko', KIM, ''],
  ['nobody, where a token is known', 'en', KIM, 'stored'],
])('what was asked about %s answers nothing', async (_what, language, body, stored) => {
  asked(refused(), language, body);
  const { client } = setUp(() => json(REFUSED, { status: 400 }), { hooks: { accessToken: () => stored } });
  await check(client);
  expect(requests).toHaveLength(1);
});
