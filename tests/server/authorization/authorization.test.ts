import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallAnswer } from '#tests/support/server/browser.ts';
import { twinOf } from '#tests/support/server/varied-services.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { makeCall } from './calls.ts';
import type { Credentials } from './credentials.ts';
import { type PeopleServer, startPeopleServer } from './people-server.ts';
import { STATES, type State } from './states.ts';
import { type CallName, type Fact, type Row, TABLE } from './table.ts';

/** Routes that are not calls of the page: those of people's apps, identity sources, device sign-in, engines and pages. */
const OTHER_ROUTES =
  /^\/(app\/?$|app\/(app\.webmanifest|worker\.js)$|device\/(apps|qr|pushes\/)|data\/portal\/device-sign-in|scim|oauth2|saml|language|service-approval-ui|logout|not-me|redirect)|\*|^\/?$/;

const CALLS = Object.keys(TABLE) as CallName[];

/** A server for each state, so that little is stored in each. */
let peopleServer: PeopleServer;
const startServer = async (): Promise<void> => {
  peopleServer = await startPeopleServer();
};

const areNeedsMet = ({ needs, unless = [] }: Row, facts: readonly Fact[]): boolean =>
  needs.length === 0 ||
  (needs.some((alternative) => alternative.every((fact) => facts.includes(fact))) &&
    !unless.some((fact) => facts.includes(fact)));

const expectedRefusal = ({ partial, refusal }: Row, facts: readonly Fact[]): readonly unknown[] =>
  partial?.[0].some((fact) => facts.includes(fact)) ? partial[1] : refusal;

const expectedAnswer = (
  { answers = [] }: Row,
  facts: readonly Fact[],
  { clientId }: Credentials,
): readonly unknown[] => {
  const conditions: readonly string[] = [...facts, clientId];
  return answers.find(([required]) => required.every((name) => conditions.includes(name)))?.[1] ?? [200];
};

/** Facts that consist of a token, or of the ID of a push or QR code. */
const TOKENS_AND_IDS: readonly Fact[] = [
  'second token',
  'passkey offer',
  'end token',
  'both steps',
  'send token',
  'verified contact',
  're-authentication',
  'identity check',
  'open registration',
  'validated card',
  'answered question',
  'expired password',
  'saved password',
  'push',
  'second push',
  'qr',
  'second qr',
];

/** Uses of proofs: the proper one, and misuses, each with the facts that remain valid then. */
const USES = {
  'for its person, at its service': {
    prepare: async (credentials: Credentials) => credentials,
    validFacts: (facts: readonly Fact[]) => facts,
    isApplicable: () => true,
  },
  'for another person': {
    prepare: async (credentials: Credentials) => ({ ...credentials, userId: await peopleServer.newPerson() }),
    validFacts: (): readonly Fact[] => [],
    isApplicable: ({ names }: Row) => names.includes('person'),
  },
  'for nobody': {
    prepare: async (credentials: Credentials) => ({ ...credentials, userId: 'nobody' }),
    validFacts: (): readonly Fact[] => [],
    isApplicable: ({ names }: Row) => names.includes('person'),
  },
  'at another service': {
    prepare: async (credentials: Credentials) => ({ ...credentials, clientId: twinOf(credentials.clientId) }),
    validFacts: (facts: readonly Fact[]) => facts.filter((fact) => fact === 'login'),
    isApplicable: ({ names }: Row) => names.includes('client'),
  },
  'in another browser': {
    prepare: async (credentials: Credentials) => ({ ...credentials, browser: peopleServer.server.browser() }),
    validFacts: (facts: readonly Fact[]) => facts.filter((fact) => fact === 'app key'),
    isApplicable: () => true,
  },
  'with the tokens and IDs of another person': {
    async prepare({ token, secondToken, pushId, qrId, ak }: Credentials, { build }: State) {
      return { ...(await build(peopleServer)), token, secondToken, pushId, qrId, ak };
    },
    validFacts: (facts: readonly Fact[]) => facts.filter((fact) => !TOKENS_AND_IDS.includes(fact)),
    isApplicable: () => true,
  },
} as const;

const outcomeOf = ({ status, json }: CallAnswer): readonly unknown[] =>
  'errCode' in json ? [status, json['errCode']] : [status];

/** Expects refusals that change nothing: compared once after all calls, or after each call with `npm run test:all`. */
async function expectRefusals(
  calls: readonly CallName[],
  credentials: Credentials,
  facts: readonly Fact[],
): Promise<void> {
  const unexpected: Record<string, unknown> = {};
  let snapshotBefore = await peopleServer.snapshot();
  for (const call of calls) {
    const outcome = outcomeOf(await makeCall(call, credentials));
    if (!isDeepStrictEqual(outcome, expectedRefusal(TABLE[call], facts))) unexpected[call] = outcome;
    if (!IS_TEST_ALL) continue;
    const snapshotAfter = await peopleServer.snapshot();
    expect(snapshotAfter, call).toEqual(snapshotBefore);
    snapshotBefore = snapshotAfter;
  }
  expect(unexpected).toEqual({});
  expect(await peopleServer.snapshot()).toEqual(snapshotBefore);
}

/** The first use for every state, the others in rotation from state to state, or all with `npm run test:all`. */
const usesOf = (stateIndex: number) =>
  Object.entries(USES).filter(
    (_, index, { length }) => IS_TEST_ALL || index === 0 || index === 1 + (stateIndex % (length - 1)),
  );

const CASES = Object.entries<State>(STATES).map(
  ([name, state], stateIndex) => [name, state, usesOf(stateIndex)] as const,
);

describe.each(CASES)('with %s, a call', (_, state, uses) => {
  const { facts, build } = state;

  beforeAll(startServer);

  test.each(uses)('is refused without the required proof, %s', async (_use, use) => {
    const validFacts = use.validFacts(facts);
    const refusedCalls = CALLS.filter(
      (call) => use.isApplicable(TABLE[call]) && !areNeedsMet(TABLE[call], validFacts),
    );
    await expectRefusals(refusedCalls, await use.prepare(await build(peopleServer), state), validFacts);
  });

  test('is allowed with the required proof', async () => {
    const outcomes: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const call of CALLS.filter(
      (name) => areNeedsMet(TABLE[name], facts) && TABLE[name].needs.length > 0,
    )) {
      const credentials = await build(peopleServer);
      outcomes[call] = outcomeOf(await makeCall(call, credentials));
      expected[call] = expectedAnswer(TABLE[call], facts, credentials);
    }
    expect(outcomes).toEqual(expected);
  });
});

test('every call that requires a proof is refused in at least one state', () => {
  const unguarded = CALLS.filter((call) => (TABLE[call] as Row).needs.length === 0);
  const refusedSomewhere = CALLS.filter((call) =>
    Object.values<State>(STATES).some(({ facts }) => !areNeedsMet(TABLE[call], facts)),
  );
  expect([...unguarded, ...refusedSomewhere].sort()).toEqual(CALLS.toSorted());
});

test('the table contains every call of the page', async () => {
  await startServer();
  const tableCalls = new Set(CALLS.map((call) => call.replace(/,.*/, '').replace(/\/person$/, '')));
  const routes = peopleServer.server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && !OTHER_ROUTES.test(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/\/:\w+/g, '')}`);
  expect([...new Set(routes)].sort()).toEqual([...tableCalls].sort());
});
