import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { twinOf } from '#tests/support/server/varied-services.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { make } from './calls.ts';
import type { Held } from './credentials.ts';
import { openStage, type Stage } from './stage.ts';
import { STATES, type State } from './states.ts';
import { type CallName, type Fact, type Row, TABLE } from './table.ts';

/** What the apps of people and identity sources ask, codes of devices (whoever has one may use it), and what is no call. */
const NO_CALLS =
  /^\/(app\/?$|app\/(app\.webmanifest|worker\.js)$|device\/(apps|qr|pushes\/)|data\/portal\/device-sign-in|scim|oauth2|saml|language|service-approval-ui|logout|not-me|redirect)|\*|^\/?$/;

const CALLS = Object.keys(TABLE) as CallName[];

/** A server for each state, so that little is stored in each. */
let stage: Stage;
const begin = async (): Promise<void> => {
  stage = await openStage();
};

const isEarned = ({ needs, unless = [] }: Row, facts: readonly Fact[]): boolean =>
  needs.length === 0 ||
  (needs.some((together) => together.every((fact) => facts.includes(fact))) &&
    !unless.some((fact) => facts.includes(fact)));

const refusalOf = ({ short, refusal }: Row, facts: readonly Fact[]): readonly unknown[] =>
  short?.[0].some((fact) => facts.includes(fact)) ? short[1] : refusal;

const givenTo = ({ gives = [] }: Row, facts: readonly Fact[], { clientId }: Held): readonly unknown[] => {
  const is: readonly string[] = [...facts, clientId];
  return gives.find(([at]) => at.every((name) => is.includes(name)))?.[1] ?? [200];
};

/** What a person holds: tokens, and ids of pushes and QR codes. */
const IN_HAND: readonly Fact[] = [
  'first',
  'offer',
  'ends',
  'done',
  'sends',
  'contact',
  'again',
  'identity',
  'open',
  'card',
  'answer',
  'expiry',
  'saved',
  'push',
  'second push',
  'qr',
  'second qr',
];

/** Ways to use another one's proofs, and what of them is valid all the same. */
const TURNS = {
  'for its person, at its service': {
    take: async (held: Held) => held,
    keeps: (facts: readonly Fact[]) => facts,
    isMeant: () => true,
  },
  'for somebody else': {
    take: async (held: Held) => ({ ...held, userId: await stage.newPerson() }),
    keeps: (): readonly Fact[] => [],
    isMeant: ({ names }: Row) => names.includes('person'),
  },
  'for nobody': {
    take: async (held: Held) => ({ ...held, userId: 'nobody' }),
    keeps: (): readonly Fact[] => [],
    isMeant: ({ names }: Row) => names.includes('person'),
  },
  'at another service': {
    take: async (held: Held) => ({ ...held, clientId: twinOf(held.clientId) }),
    keeps: (facts: readonly Fact[]) => facts.filter((fact) => fact === 'login'),
    isMeant: ({ names }: Row) => names.includes('client'),
  },
  'in another browser': {
    take: async (held: Held) => ({ ...held, browser: stage.server.browser() }),
    keeps: (facts: readonly Fact[]) => facts.filter((fact) => fact === 'app'),
    isMeant: () => true,
  },
  'with what somebody else holds': {
    async take({ token, secondToken, pushId, qrId, ak }: Held, { build }: State) {
      return { ...(await build(stage)), token, secondToken, pushId, qrId, ak };
    },
    keeps: (facts: readonly Fact[]) => facts.filter((fact) => !IN_HAND.includes(fact)),
    isMeant: () => true,
  },
} as const;

const outcomeOf = ({
  status,
  json,
}: {
  status: number;
  json: Record<string, unknown>;
}): readonly unknown[] => ('errCode' in json ? [status, json['errCode']] : [status]);

/** Calls that are refused, one after the other, leave everything as it is: all together, or each in the whole run. */
async function refusedAll(calls: readonly CallName[], held: Held, facts: readonly Fact[]): Promise<void> {
  const other: Record<string, unknown> = {};
  let before = await stage.kept();
  for (const call of calls) {
    const heard = outcomeOf(await make(call, held));
    if (!isDeepStrictEqual(heard, refusalOf(TABLE[call], facts))) other[call] = heard;
    if (!IS_TEST_ALL) continue;
    const after = await stage.kept();
    expect(after, call).toEqual(before);
    before = after;
  }
  expect(other).toEqual({});
  expect(await stage.kept()).toEqual(before);
}

/** The first turn always, the others one after the other from state to state, or all in the whole run. */
const turnsOf = (place: number) =>
  Object.entries(TURNS).filter(
    (_, index, { length }) => IS_TEST_ALL || index === 0 || index === 1 + (place % (length - 1)),
  );

const CASES = Object.entries<State>(STATES).map(
  ([name, state], place) => [name, state, turnsOf(place)] as const,
);

describe.each(CASES)('%s', (_, state, turns) => {
  const { facts, build } = state;

  beforeAll(begin);

  test.each(turns)('is refused without the required proof, %s', async (_turn, turn) => {
    const kept = turn.keeps(facts);
    const refused = CALLS.filter((call) => turn.isMeant(TABLE[call]) && !isEarned(TABLE[call], kept));
    await refusedAll(refused, await turn.take(await build(stage), state), kept);
  });

  test('is allowed with the required proof', async () => {
    const heard: Record<string, unknown> = {};
    const stated: Record<string, unknown> = {};
    for (const call of CALLS.filter((name) => isEarned(TABLE[name], facts) && TABLE[name].needs.length > 0)) {
      const held = await build(stage);
      heard[call] = outcomeOf(await make(call, held));
      stated[call] = givenTo(TABLE[call], facts, held);
    }
    expect(heard).toEqual(stated);
  });
});

test('every call without the required proof is refused', () => {
  const unguarded = CALLS.filter((call) => (TABLE[call] as Row).needs.length === 0);
  const refusedSomewhere = CALLS.filter((call) =>
    Object.values<State>(STATES).some(({ facts }) => !isEarned(TABLE[call], facts)),
  );
  expect([...unguarded, ...refusedSomewhere].sort()).toEqual(CALLS.toSorted());
});

test('the table contains every call of the page', async () => {
  await begin();
  const named = new Set(CALLS.map((call) => call.replace(/,.*/, '').replace(/\/person$/, '')));
  const mounted = stage.server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && !NO_CALLS.test(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/\/:\w+/g, '')}`);
  expect([...new Set(mounted)].sort()).toEqual([...named].sort());
});
