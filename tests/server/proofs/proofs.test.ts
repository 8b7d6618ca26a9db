import { afterAll, describe, expect, test } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { TYPE_CODES } from '#wire/token-codes.ts';
import { type Asks, personAt } from './person.ts';
import { type Protocol, type ServiceName, startServices } from './services.ts';

const server = await startServices();
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
const BOTH = {
  amr: ['pwd', 'otp', 'hwk', 'mfa'],
  acr: 'urn:munjigi:acr:one-step',
  contextClass: 'https://refeds.org/profile/mfa',
} as const;
const TWO = { ...BOTH, acr: 'urn:munjigi:acr:two-steps' } as const;

type Row = {
  /** Where the person signed in at the beginning. */
  readonly before?: ServiceName;
  readonly service: ServiceName;
  readonly asks?: Asks;
  readonly asked: readonly ('password' | 'key')[];
  /** Seconds from the beginning to the oldest proof. Each proof takes a minute, and the request comes at 300 s. */
  readonly at: number;
  readonly as: { readonly amr: readonly string[]; readonly acr: string; readonly contextClass: string };
  readonly only?: Protocol;
};

const ANEW = { isFresh: true };

const ROWS: readonly (readonly [string, Row])[] = [
  ['one step', { service: 'plain', asked: ['password'], at: 360, as: PASSWORD }],
  ['two steps', { service: 'strict', asked: ['password', 'key'], at: 360, as: TWO }],
  ['a password and what is behind it', { service: 'gated', asked: ['password', 'key'], at: 360, as: BOTH }],
  ['single sign-on', { before: 'plain', service: 'plain', asked: [], at: 60, as: PASSWORD }],
  ['single sign-on by two steps', { before: 'strict', service: 'plain', asked: [], at: 60, as: TWO }],
  ['a second step after a first', { before: 'plain', service: 'strict', asked: ['key'], at: 60, as: TWO }],
  [
    'a key behind an earlier password',
    { before: 'plain', service: 'gated', asked: ['key'], at: 60, as: BOTH },
  ],
  [
    'one step anew',
    { before: 'plain', service: 'plain', asks: ANEW, asked: ['password'], at: 360, as: PASSWORD },
  ],
  [
    'two steps anew',
    { before: 'strict', service: 'strict', asks: ANEW, asked: ['password', 'key'], at: 360, as: TWO },
  ],
  [
    'two steps anew after one',
    { before: 'plain', service: 'strict', asks: ANEW, asked: ['password', 'key'], at: 360, as: TWO },
  ],
  [
    'a password and a key anew',
    { before: 'plain', service: 'gated', asks: ANEW, asked: ['password', 'key'], at: 360, as: BOTH },
  ],
  [
    'a key alone anew',
    { before: 'strict', service: 'keyAlone', asks: ANEW, asked: ['key'], at: 360, as: KEY },
  ],
  [
    'a second step for a service that asks for two',
    { before: 'plain', service: 'open', asks: { wantsTwo: true }, asked: ['key'], at: 60, as: TWO },
  ],
  [
    'two steps anew for a service that asks for two',
    {
      before: 'open',
      service: 'open',
      asks: { ...ANEW, wantsTwo: true },
      asked: ['password', 'key'],
      at: 360,
      as: TWO,
    },
  ],
  [
    'an age that is young enough',
    {
      before: 'plain',
      service: 'plain',
      asks: { maxAge: 240 },
      asked: [],
      at: 60,
      as: PASSWORD,
      only: 'oidc',
    },
  ],
  [
    'an age that is too old',
    {
      before: 'plain',
      service: 'plain',
      asks: { maxAge: 239 },
      asked: ['password'],
      at: 360,
      as: PASSWORD,
      only: 'oidc',
    },
  ],
  [
    'the age of the older of two proofs',
    {
      before: 'strict',
      service: 'strict',
      asks: { maxAge: 239 },
      asked: ['password', 'key'],
      at: 360,
      as: TWO,
      only: 'oidc',
    },
  ],
  [
    'the younger of two proofs, which is enough',
    {
      before: 'strict',
      service: 'keyAlone',
      asks: { maxAge: 200 },
      asked: [],
      at: 120,
      as: KEY,
      only: 'oidc',
    },
  ],
  [
    'a key behind a password that is too old',
    {
      before: 'plain',
      service: 'gated',
      asks: { maxAge: 100 },
      asked: ['password', 'key'],
      at: 360,
      as: BOTH,
      only: 'oidc',
    },
  ],
  [
    'an age of nothing',
    {
      before: 'strict',
      service: 'strict',
      asks: { maxAge: 0 },
      asked: ['password', 'key'],
      at: 360,
      as: TWO,
      only: 'oidc',
    },
  ],
];

const bothWays = <Entry>(rows: readonly (readonly [string, Entry & { readonly only?: Protocol }])[]) =>
  rows.flatMap(([title, row]) =>
    (['oidc', 'saml'] as const)
      .filter((protocol) => row.only === undefined || row.only === protocol)
      .map((protocol) => [title, protocol, row] as const),
  );

test.for(bothWays(ROWS))('%s by %s', async ([, protocol, row]) => {
  const start = server.now();
  const person = personAt(server);
  if (row.before) expect((await person.goTo(protocol, row.before)).asserted).not.toBeNull();
  server.wait(300 - (server.now() - start) / 1000);
  const { amr, acr, contextClass } = row.as;
  expect(await person.goTo(protocol, row.service, row.asks)).toEqual({
    asked: row.asked,
    asserted: protocol === 'oidc' ? { at: row.at, amr, context: acr } : { at: row.at, context: contextClass },
  });
});

describe.each(['oidc', 'saml'] as const)('a request that wants everything anew, by %s', (protocol) => {
  const { password, yubikey } = TYPE_CODES;

  test('is not answered by an earlier password and a new key, though its page is not visited', async () => {
    const person = personAt(server);
    await person.goTo(protocol, 'plain');
    server.wait(60);
    const request = await person.begin(protocol, 'gated', ANEW);
    const { policyId } = await person.check(request);
    server.wait(1);
    await person.authenticate({ ...request, resumeUrl: '' }, policyId, yubikey, person.nextTouch());
    expect(await person.resume(request)).toBeNull();

    expect((await person.goTo(protocol, 'gated', ANEW)).asked).toEqual(['password', 'key']);
  });

  test('is not answered by a gate that was opened before it came', async () => {
    const person = personAt(server);
    const earlier = await person.begin(protocol, 'gated');
    await person.visit(earlier);
    const { policyId } = await person.check(earlier);
    await person.gate(earlier, policyId);
    server.wait(1);
    const request = await person.begin(protocol, 'gated', ANEW);
    const answer = await person.authenticate(request, policyId, yubikey, person.nextTouch());
    expect(answer.status).toBe(401);
    expect(await person.resume(request)).toBeNull();
  });

  test('is repeated and then answered when another tab has begun a request since', async () => {
    const person = personAt(server);
    await person.goTo(protocol, 'plain');
    server.wait(60);
    const anew = await person.begin(protocol, 'gated', ANEW);
    await person.visit(anew);
    await person.visit(await person.begin(protocol, 'gated'));
    person.asked.length = 0;
    expect(await person.proveAll(anew)).toBe(401);
    expect(await person.proveAll(anew)).toBe(200);
    expect(person.asked).toEqual(['key', 'password', 'key']);
    expect(await person.resume(anew)).not.toBeNull();
  });

  test('is not answered by a sign-in that ended before it came, and by one that begins after', async () => {
    const person = personAt(server);
    const earlier = await person.begin(protocol, 'plain');
    await person.visit(earlier);
    await person.proveAll(earlier);
    server.wait(1);
    const request = await person.begin(protocol, 'plain', ANEW);
    expect(await person.resume(request)).toBeNull();
    const { policyId } = await person.check(request);
    await person.authenticate({ ...request, resumeUrl: '' }, policyId, password, SEED_PASSWORD);
    expect(await person.resume(request)).not.toBeNull();
  });
});
