import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  authenticate,
  JOURNEYS,
  type JourneyName,
  policyOf,
  redeemCode,
  requestApprovedPush,
  signedInUser,
  signInByPassword,
} from '#tests/support/cluster/journeys.ts';
import type { KillOrder } from '#tests/support/cluster/kill-switch.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { type Cluster, PEOPLE, startCluster } from '#tests/support/cluster.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { authorizationPath, GUESSED_USER_ID, userIdAt } from '#tools/cluster/config.ts';

/** A restart of a portal can take many seconds on a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.close());

let people = 0;
const newPerson = (beforeRequest?: (request: number) => Promise<void>): Person => {
  people += 1;
  return new Person(cluster.url, userIdAt(people % PEOPLE), beforeRequest);
};

/** The number of the request that ends the login in each journey, and the number of all requests. */
const REQUESTS: Readonly<Record<JourneyName, readonly [last: number, count: number]>> = {
  password: [2, 6],
  push: [6, 10],
  qr: [7, 11],
  openid: [3, 6],
  saml: [3, 5],
};

type Kill = { readonly name: JourneyName; readonly request: number };
type KillWithin = Kill & KillOrder;

const NAMES = Object.keys(REQUESTS) as JourneyName[];

/** Five kills in each journey: before its second request, around the one that ends the login, and before its last. */
const BETWEEN_REQUESTS: readonly Kill[] = NAMES.flatMap((name) => {
  const [last, count] = REQUESTS[name];
  return [1, last - 1, last, last + 1, count - 1].map((request) => ({ name, request }));
});

/** A number above those of all statements: the portal is killed when the answer is ready. */
const AT_ANSWER = 1_000;

/** Five kills in each journey: at statements of the request that ends the login, at its answer, and in the request that returns to the service. */
const WITHIN_REQUESTS: readonly KillWithin[] = NAMES.flatMap((name, index): KillWithin[] => {
  const [last] = REQUESTS[name];
  const order = (request: number, at: number, isSent = false): KillWithin => ({ name, request, at, isSent });
  return [
    order(last, 4 + index),
    order(last, 12 + 2 * index, true),
    order(last, 24 + 3 * index, index % 2 === 0),
    order(last, AT_ANSWER),
    order(name === 'qr' ? 5 : last + 1, index % 2 === 0 ? AT_ANSWER : 3 + index),
  ];
});

/** Every nth kill; all of them in `npm run test:all`. */
const sampleOf = <Item>(all: readonly Item[], interval: number, first: number): readonly Item[] =>
  IS_TEST_ALL ? all : all.filter((_, index) => index % interval === first);

const labelOf = ({ name, request }: Kill): string => `${name}, request ${request}`;

describe('a sign-in continues after a portal was killed between two requests', () => {
  test.for(sampleOf(BETWEEN_REQUESTS, 10, 2).map((kill) => [labelOf(kill), kill] as const))(
    'killed before: %s',
    async ([, kill]) => {
      const person = newPerson(async (request) => {
        if (request === kill.request) await cluster.killNext();
      });
      expect(await JOURNEYS[kill.name](person)).toBe(person.userId);
      expect(person.requestCount).toBe(REQUESTS[kill.name][1]);
      expect(person.unansweredCount).toBe(0);
    },
  );
});

describe('a repeated request signs in after a portal was killed while handling it', () => {
  const kills = sampleOf(WITHIN_REQUESTS, 10, 1).map(
    (kill) => [`${labelOf(kill)}, statement ${kill.at}${kill.isSent ? ', sent' : ''}`, kill] as const,
  );
  test.for(kills)('%s', async ([, kill]) => {
    const person = newPerson(async (request) => {
      if (request === kill.request) await cluster.killWithin(kill);
    });
    expect(await JOURNEYS[kill.name](person)).toBe(person.userId);
    expect(person.unansweredCount).toBe(1);
  });
});

describe('a killed portal signs nobody in without a proof', () => {
  /** The request that ends the login in a journey without an approval. */
  const last = { password: 2, push: 5, qr: 6 };
  const all = (['password', 'push', 'qr'] as const).flatMap((name) => [
    { name, request: last[name], at: 10, isSent: true },
    { name, request: last[name], at: AT_ANSWER, isSent: false },
  ]);
  const kills = sampleOf(all, 3, 1);
  test.for(kills.map((kill) => [`${kill.name}, statement ${kill.at}`, kill] as const))(
    '%s',
    async ([, kill]) => {
      const person = newPerson(async (request) => {
        if (request === kill.request) await cluster.killWithin(kill);
      });
      expect(await JOURNEYS[kill.name](person, 'impostor')).toBeNull();
      expect(person.unansweredCount).toBe(1);
    },
  );
});

describe('two portals', () => {
  beforeAll(() => cluster.waitUntilReady());

  test('count only 5 of 200 simultaneous guesses, and then accept no password', async () => {
    const person = new Person(cluster.url, GUESSED_USER_ID);
    await person.visit('/login');
    const policyId = await policyOf(person);
    const guess = (index: number) =>
      authenticate(person, policyId, { tokenCode: '-1', secret: `guess ${index}` });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => guess(index)));
    const counts = answers.map(({ json }) => Number(json['failCount']));
    expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(400));
    expect(counts.filter((count) => count < 5).toSorted()).toEqual([1, 2, 3, 4]);
    expect(await signInByPassword(person, 'honest')).toBe('');
  });

  test('accept an approval once when it is sent 20 times simultaneously', async () => {
    const person = newPerson();
    const { policyId, pushId } = await requestApprovedPush(person);
    const proof = { tokenCode: '10', secret: pushId, check: 'A' } as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => authenticate(person, policyId, proof)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await signedInUser(person)).toBe(person.userId);
  });

  test('end a request once for two simultaneous logins, and return both to the service', async () => {
    const person = newPerson();
    await person.follow(authorizationPath());
    const logins = await Promise.all([
      signInByPassword(person, 'honest'),
      signInByPassword(person, 'honest'),
    ]);
    expect(logins[0]).toMatch(/\/oauth2\/authorize\/./);
    expect(logins[1]).toBe(logins[0]);
    expect(await redeemCode(person, (await person.follow(logins[0])).location)).toBe(person.userId);
  });

  test('lose no request while one after the other is restarted under a steady load', async () => {
    let isOver = false;
    const load = async (): Promise<readonly Person[]> => {
      const done: Person[] = [];
      while (!isOver) {
        const person = newPerson();
        expect(await JOURNEYS.openid(person)).toBe(person.userId);
        done.push(person);
      }
      return done;
    };
    const loads = [load(), load()];
    await cluster.rollOver();
    isOver = true;
    const done = (await Promise.all(loads)).flat();
    expect(done.length).toBeGreaterThan(2);
    expect(done.filter(({ unansweredCount: lost }) => lost > 0)).toEqual([]);
    expect(await signedInUser(newPerson())).toBeNull();
  });
});
