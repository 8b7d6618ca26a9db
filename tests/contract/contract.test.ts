import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withCookieJar } from '#cli/contract/cookies.ts';
import { runContract } from '#cli/contract/run.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { foreignCalls } from '#tests/foreign/calls.ts';
import { PUBLIC_URL, testServer } from '#tests/support/server/server.ts';

const NOW = 1_790_000_000_000;
const ANN = { clientId: 'foreign-service', account: 'ann', password: 'a|nn-1' };

type SentAnswer = { status: number; headers: Record<string, string>; body: string };
type Fault = (call: string, sent: SentAnswer) => void;

/** A `fetch` that calls the foreign server, whose answers a fault can change. */
const foreignFetch = (fault: Fault = () => undefined) => {
  const calls = foreignCalls(() => 'https://foreign.example');
  return async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(address);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    const answer = calls.answer(method, pathname, { body, query, bearer: '' });
    const sent: SentAnswer = answer
      ? {
          status: answer.status,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(answer),
        }
      : { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<div id="root"></div>' };
    fault(`${method} ${pathname}`, sent);
    return new Response(sent.body, { status: sent.status, headers: sent.headers });
  };
};

const problemsWith = async (fault?: Fault): Promise<string[]> => {
  const rows = await runContract({
    server: 'https://foreign.example',
    contractOptions: ANN,
    fetch: foreignFetch(fault),
    now: () => NOW,
  });
  return rows.flatMap(({ call, outcome, problems }) =>
    outcome === 'bad' ? problems.map((text) => `${call}: ${text}`) : [],
  );
};

/** Changes the fields of the answers to one call. */
const changedFields =
  (name: string, change: (answer: Record<string, unknown>) => void): Fault =>
  (call, sent) => {
    if (call !== name) return;
    const answer = JSON.parse(sent.body) as Record<string, unknown>;
    change(answer);
    sent.body = JSON.stringify(answer);
  };

const changedAnswer =
  (name: string, change: (sent: SentAnswer) => void): Fault =>
  (call, sent) => {
    if (call === name) change(sent);
  };

const POLICY = 'POST /auth/policy/check';
const CONFIG = 'GET /data/sso/config/foreign-service';
const SUMMARY = 'GET /summary/auth';

const challengeTokenOf = (key: string, step: number, body: string): string => {
  const mac = createHmac('sha256', key).update(`n.${step}.${body}`).digest('base64url');
  return `n.${step}.${mac}`;
};
const answersWithChallenge =
  (key: string, step: number): Fault =>
  (call, sent) => {
    if (call === SUMMARY) sent.headers['X-Challenge-Token'] = 'the-key';
    if (call === CONFIG) sent.headers['X-Challenge-Token'] = challengeTokenOf(key, step, sent.body);
  };
const STEP = Math.floor(NOW / 30_000);

const FAULTS: readonly (readonly [string, Fault, string])[] = [
  [
    'a policy without its ID',
    changedFields(POLICY, (policy) => delete policy['policyId']),
    'policyId is missing',
  ],
  [
    'a policy without methods',
    changedFields(POLICY, (policy) => delete policy['authMethod']),
    'authMethod is missing',
  ],
  [
    'methods that are a list',
    changedFields(POLICY, (policy) => Object.assign(policy, { authMethod: [] })),
    'expected: object',
  ],
  [
    'a flag of another kind',
    changedFields(POLICY, (policy) => Object.assign(policy, { secondAuth: 'yes' })),
    'secondAuth is "yes"; expected: flag',
  ],
  [
    'a flag of a method of another kind',
    changedFields(POLICY, (policy) => Object.assign(policy['authMethod'] as object, { sms: 'on' })),
    'authMethod.sms is "on"; expected: flag',
  ],
  [
    'tokens that are a text',
    changedFields(POLICY, (policy) => Object.assign(policy, { userToken: 'none' })),
    'userToken is "none"; expected: object',
  ],
  [
    'a name that is a number',
    changedFields(CONFIG, (config) => Object.assign(config, { serviceName: 7 })),
    'expected: text',
  ],
  [
    'a service without a name',
    changedFields(CONFIG, (config) => delete config['serviceName']),
    'serviceName is missing',
  ],
  [
    'an errCode in a success',
    changedFields(CONFIG, (config) => Object.assign(config, { errCode: 'OK' })),
    'errCode OK',
  ],
  [
    'a success with result false',
    changedFields(CONFIG, (config) => Object.assign(config, { result: false })),
    'result false',
  ],
  [
    'an error status in the body of a success',
    changedFields(CONFIG, (config) => Object.assign(config, { status: 500 })),
    'says status 500',
  ],
  [
    'scopes that are a number',
    changedFields(SUMMARY, (summary) => Object.assign(summary, { scopes: 1 })),
    'expected: scopes',
  ],
  [
    'settings that are no list',
    changedFields('GET /data/sso/setting/password-security', (setting) =>
      Object.assign(setting, { data: {} }),
    ),
    'expected: list',
  ],
  [
    'a portal without an address',
    changedFields('GET /summary/domain/portal', (portal) => delete portal['url']),
    'url is missing',
  ],
  [
    'a refusal without an error code',
    changedAnswer(CONFIG, (sent) => Object.assign(sent, { status: 404, body: '{}' })),
    'without',
  ],
  ['a refusal', changedAnswer(POLICY, (sent) => Object.assign(sent, { status: 404 })), 'refuses with 404'],
  [
    'an HTML answer',
    changedAnswer(CONFIG, (sent) => Object.assign(sent, { body: '<p>', headers: {} })),
    'the body is not JSON',
  ],
  [
    'a body that is null',
    changedAnswer(CONFIG, (sent) => Object.assign(sent, { body: 'null' })),
    'the body is not an object',
  ],
  [
    'an empty body',
    changedAnswer(CONFIG, (sent) => Object.assign(sent, { body: '' })),
    'the body is not JSON',
  ],
  [
    'a failure of the server',
    changedAnswer(CONFIG, (sent) => Object.assign(sent, { status: 502 })),
    'fails with 502',
  ],
  [
    'a redirect',
    changedAnswer(CONFIG, (sent) => Object.assign(sent, { status: 302, headers: { Location: '/login' } })),
    'redirects to /login',
  ],
  [
    'the error page',
    changedAnswer(CONFIG, (sent) => Object.assign(sent.headers, { 'X-Redirect-Page': ' Error ' })),
    'error page',
  ],
  [
    'an answer that may be cached',
    changedAnswer(CONFIG, (sent) => Object.assign(sent.headers, { 'Cache-Control': 'public, max-age=60' })),
    'may be cached',
  ],
  ['a challenge token of another key', answersWithChallenge('another', STEP), 'is not valid for this body'],
  ['an outdated challenge token', answersWithChallenge('the-key', STEP - 3), 'is 3 time steps off'],
  [
    'a challenge token without a key',
    changedAnswer(CONFIG, (sent) =>
      Object.assign(sent.headers, { 'X-Challenge-Token': challengeTokenOf('k', STEP, sent.body) }),
    ),
    'the page has no key for it',
  ],
  [
    'a malformed challenge token',
    changedAnswer(CONFIG, (sent) => Object.assign(sent.headers, { 'X-Challenge-Token': 'a.b' })),
    'does not have three parts',
  ],
  [
    'another page at the login address',
    changedAnswer('GET /login', (sent) => Object.assign(sent, { body: '<p>' })),
    'does not answer with the portal',
  ],
];

describe('the contract of a server', () => {
  it('is satisfied by the foreign server, with and without challenge tokens', async () => {
    expect(await problemsWith()).toEqual([]);
    expect(await problemsWith(answersWithChallenge('the-key', STEP))).toEqual([]);
  });

  it('is satisfied by the reference server', async () => {
    const { app, clock } = await testServer();
    const rows = await runContract({
      server: PUBLIC_URL,
      contractOptions: { clientId: 'demo-oidc', account: 'kim', password: SEED_PASSWORD },
      fetch: withCookieJar(async (url, init) => app.fetch(new Request(url, init))),
      now: () => clock.now,
    });
    const checked = rows.filter(({ call }) => call !== 'GET /summary/auth');
    expect(checked.filter(({ outcome }) => outcome !== 'good')).toEqual([]);
  });

  it('is checked without sign-in calls when no account is given', async () => {
    const requests: string[] = [];
    const fetch = foreignFetch((call) => requests.push(call));
    const rows = await runContract({
      server: 'https://foreign.example',
      contractOptions: { ...ANN, account: '', password: '' },
      fetch,
      now: () => NOW,
    });
    expect(requests.filter((call) => call.startsWith('POST'))).toEqual([]);
    expect(rows.filter(({ outcome }) => outcome === 'left out')).toHaveLength(4);
  });

  it('is not satisfied by a server that does not answer', async () => {
    const rows = await runContract({
      server: 'https://foreign.example',
      contractOptions: ANN,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      now: () => NOW,
    });
    expect(rows.every(({ outcome }) => outcome === 'bad')).toBe(true);
    expect(rows[1]?.problems).toEqual(['no answer: fetch failed']);
  });

  it.each(FAULTS)('is violated by %s', async (_, fault, problem) => {
    const problems = await problemsWith(fault);
    expect(problems.join('\n')).toContain(problem);
  });
});
