import { afterAll, describe, expect, test } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { createPerson, type Demands } from './person.ts';
import { type Protocol, type ServiceName, startPortal } from './services.ts';

const server = await startPortal();
afterAll(() => server.close());

const PASSWORD = {
  amr: ['pwd'],
  acr: 'urn:munjigi:acr:one-step',
  contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
} as const;
const KEY = {
  amr: ['otp', 'hwk'],
  acr: 'urn:munjigi:acr:one-step',
  contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken',
} as const;
const PASSWORD_AND_KEY = {
  amr: ['pwd', 'otp', 'hwk', 'mfa'],
  acr: 'urn:munjigi:acr:one-step',
  contextClass: 'https://refeds.org/profile/mfa',
} as const;
const TWO_STEPS = { ...PASSWORD_AND_KEY, acr: 'urn:munjigi:acr:two-steps' } as const;

type Row = {
  /** The service at which the person signed in at the beginning. */
  readonly before?: ServiceName;
  readonly service: ServiceName;
  readonly demands?: Demands;
  /** The proofs that the page requires. */
  readonly proofs: readonly ('password' | 'key')[];
  /** Seconds from the beginning to the oldest proof. Each proof takes a minute, and the request is made at 300 s. */
  readonly at: number;
  readonly claims: { readonly amr: readonly string[]; readonly acr: string; readonly contextClass: string };
  readonly onlyBy?: Protocol;
};

const FRESH_LOGIN = { wantsFreshLogin: true };

const ROWS: readonly (readonly [string, Row])[] = [
  ['one step', { service: 'plain', proofs: ['password'], at: 360, claims: PASSWORD }],
  ['two steps', { service: 'strict', proofs: ['password', 'key'], at: 360, claims: TWO_STEPS }],
  [
    'a password gate and a key',
    { service: 'gated', proofs: ['password', 'key'], at: 360, claims: PASSWORD_AND_KEY },
  ],
  ['single sign-on', { before: 'plain', service: 'plain', proofs: [], at: 60, claims: PASSWORD }],
  [
    'single sign-on by two steps',
    { before: 'strict', service: 'plain', proofs: [], at: 60, claims: TWO_STEPS },
  ],
  [
    'a second step after a first',
    { before: 'plain', service: 'strict', proofs: ['key'], at: 60, claims: TWO_STEPS },
  ],
  [
    'a key after an earlier password',
    { before: 'plain', service: 'gated', proofs: ['key'], at: 60, claims: PASSWORD_AND_KEY },
  ],
  [
    'one fresh step',
    {
      before: 'plain',
      service: 'plain',
      demands: FRESH_LOGIN,
      proofs: ['password'],
      at: 360,
      claims: PASSWORD,
    },
  ],
  [
    'two fresh steps',
    {
      before: 'strict',
      service: 'strict',
      demands: FRESH_LOGIN,
      proofs: ['password', 'key'],
      at: 360,
      claims: TWO_STEPS,
    },
  ],
  [
    'two fresh steps after one',
    {
      before: 'plain',
      service: 'strict',
      demands: FRESH_LOGIN,
      proofs: ['password', 'key'],
      at: 360,
      claims: TWO_STEPS,
    },
  ],
  [
    'a fresh password gate and key',
    {
      before: 'plain',
      service: 'gated',
      demands: FRESH_LOGIN,
      proofs: ['password', 'key'],
      at: 360,
      claims: PASSWORD_AND_KEY,
    },
  ],
  [
    'a fresh key alone',
    { before: 'strict', service: 'keyAlone', demands: FRESH_LOGIN, proofs: ['key'], at: 360, claims: KEY },
  ],
  [
    'a second step for a service that requests two',
    {
      before: 'plain',
      service: 'open',
      demands: { wantsTwoSteps: true },
      proofs: ['key'],
      at: 60,
      claims: TWO_STEPS,
    },
  ],
  [
    'two fresh steps for a service that requests two',
    {
      before: 'open',
      service: 'open',
      demands: { ...FRESH_LOGIN, wantsTwoSteps: true },
      proofs: ['password', 'key'],
      at: 360,
      claims: TWO_STEPS,
    },
  ],
  [
    'a password within max_age',
    {
      before: 'plain',
      service: 'plain',
      demands: { maxAge: 240 },
      proofs: [],
      at: 60,
      claims: PASSWORD,
      onlyBy: 'oidc',
    },
  ],
  [
    'a password older than max_age',
    {
      before: 'plain',
      service: 'plain',
      demands: { maxAge: 239 },
      proofs: ['password'],
      at: 360,
      claims: PASSWORD,
      onlyBy: 'oidc',
    },
  ],
  [
    'two proofs, the older beyond max_age',
    {
      before: 'strict',
      service: 'strict',
      demands: { maxAge: 239 },
      proofs: ['password', 'key'],
      at: 360,
      claims: TWO_STEPS,
      onlyBy: 'oidc',
    },
  ],
  [
    'a key within max_age and an older password',
    {
      before: 'strict',
      service: 'keyAlone',
      demands: { maxAge: 200 },
      proofs: [],
      at: 120,
      claims: KEY,
      onlyBy: 'oidc',
    },
  ],
  [
    'a password gate older than max_age',
    {
      before: 'plain',
      service: 'gated',
      demands: { maxAge: 100 },
      proofs: ['password', 'key'],
      at: 360,
      claims: PASSWORD_AND_KEY,
      onlyBy: 'oidc',
    },
  ],
  [
    'a max_age of 0',
    {
      before: 'strict',
      service: 'strict',
      demands: { maxAge: 0 },
      proofs: ['password', 'key'],
      at: 360,
      claims: TWO_STEPS,
      onlyBy: 'oidc',
    },
  ],
];

const ROWS_BY_PROTOCOL = ROWS.flatMap(([title, row]) =>
  (['oidc', 'saml'] as const)
    .filter((protocol) => row.onlyBy === undefined || row.onlyBy === protocol)
    .map((protocol) => [title, protocol, row] as const),
);

test.for(ROWS_BY_PROTOCOL)(
  '%s, by %s: the page requires the missing proofs, and the service receives the methods and the time of the oldest',
  async ([, protocol, row]) => {
    const startedAt = server.now();
    const person = createPerson(server);
    if (row.before) expect((await person.goTo(protocol, row.before)).login).not.toBeNull();
    server.wait(300 - (server.now() - startedAt) / 1000);
    const { amr, acr, contextClass } = row.claims;
    expect(await person.goTo(protocol, row.service, row.demands)).toEqual({
      proofs: row.proofs,
      login: protocol === 'oidc' ? { at: row.at, amr, context: acr } : { at: row.at, context: contextClass },
    });
  },
);

describe.each(['oidc', 'saml'] as const)('a request for a fresh login, by %s', (protocol) => {
  const { password, yubikey } = TYPE_CODES;

  test('is not answered by an earlier password and a new key, even if its page was not opened', async () => {
    const person = createPerson(server);
    await person.goTo(protocol, 'plain');
    server.wait(60);
    const request = await person.begin(protocol, 'gated', FRESH_LOGIN);
    const { policyId } = await person.checkPolicy(request);
    server.wait(1);
    await person.authenticate({ ...request, resumeUrl: '' }, policyId, yubikey, person.nextTouch());
    expect(await person.resume(request)).toBeNull();

    expect((await person.goTo(protocol, 'gated', FRESH_LOGIN)).proofs).toEqual(['password', 'key']);
  });

  test('is not answered by a password gate that was passed before it', async () => {
    const person = createPerson(server);
    const earlier = await person.begin(protocol, 'gated');
    await person.openPage(earlier);
    const { policyId } = await person.checkPolicy(earlier);
    await person.passGate(earlier, policyId);
    server.wait(1);
    const request = await person.begin(protocol, 'gated', FRESH_LOGIN);
    const answer = await person.authenticate(request, policyId, yubikey, person.nextTouch());
    expect(answer.status).toBe(401);
    expect(await person.resume(request)).toBeNull();
  });

  test('is answered at the second try when another tab has begun a request in between', async () => {
    const person = createPerson(server);
    await person.goTo(protocol, 'plain');
    server.wait(60);
    const fresh = await person.begin(protocol, 'gated', FRESH_LOGIN);
    await person.openPage(fresh);
    await person.openPage(await person.begin(protocol, 'gated'));
    person.proofs.length = 0;
    expect(await person.proveAll(fresh)).toBe(401);
    expect(await person.proveAll(fresh)).toBe(200);
    expect(person.proofs).toEqual(['key', 'password', 'key']);
    expect(await person.resume(fresh)).not.toBeNull();
  });

  test('is answered not by an earlier sign-in, but by a later one', async () => {
    const person = createPerson(server);
    const earlier = await person.begin(protocol, 'plain');
    await person.openPage(earlier);
    await person.proveAll(earlier);
    server.wait(1);
    const request = await person.begin(protocol, 'plain', FRESH_LOGIN);
    expect(await person.resume(request)).toBeNull();
    const { policyId } = await person.checkPolicy(request);
    await person.authenticate({ ...request, resumeUrl: '' }, policyId, password, SEED_PASSWORD);
    expect(await person.resume(request)).not.toBeNull();
  });
});
