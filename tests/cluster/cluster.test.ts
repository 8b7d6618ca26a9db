import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  authenticate,
  fetchPolicyId,
  JOURNEYS,
  type JourneyName,
  redeemCode,
  requestAndApprovePush,
  requestSignedInUser,
  signInByPassword,
} from '#tests/support/cluster/journeys.ts';
import type { KillOrder } from '#tests/support/cluster/kill-switch.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { type Cluster, PEOPLE_COUNT, startCluster } from '#tests/support/cluster.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { authorizationPath, GUESSED_USER_ID, userIdAt } from '#tools/cluster/config.ts';

/** A restart of a portal can take many seconds on a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.close());

let createdPeople = 0;
/** Creates a person with the next account. */
const newPerson = (beforeRequest?: (requestIndex: number) => Promise<void>): Person => {
  createdPeople += 1;
  return new Person(cluster.url, userIdAt(createdPeople % PEOPLE_COUNT), beforeRequest);
};

/** For each journey: the index of the request that finishes the login, and the number of all requests. */
const REQUESTS: Readonly<Record<JourneyName, { readonly login: number; readonly count: number }>> = {
  password: { login: 2, count: 6 },
  push: { login: 6, count: 10 },
  qr: { login: 7, count: 11 },
  openid: { login: 3, count: 6 },
  saml: { login: 3, count: 5 },
};

/** A kill at the request with this index of a journey. */
type Kill = { readonly name: JourneyName; readonly request: number };
type KillDuringRequest = Kill & KillOrder;

const JOURNEY_NAMES = Object.keys(REQUESTS) as JourneyName[];

/**
 * Five kills in each journey: before the second request, before the request that finishes the login, before the requests
 * on both sides of that request, and before the last request.
 */
const KILLS_BETWEEN_REQUESTS: readonly Kill[] = JOURNEY_NAMES.flatMap((name) => {
  const { login, count } = REQUESTS[name];
  return [1, login - 1, login, login + 1, count - 1].map((request) => ({ name, request }));
});

/** A number above the numbers of all statements: the portal is killed when the response is ready. */
const AT_RESPONSE = 1_000;

/**
 * Five kills in each journey: three at statements of the request that finishes the login, one at the response to that
 * request, and one in a later request (for a QR login, in an earlier request).
 */
const KILLS_DURING_REQUESTS: readonly KillDuringRequest[] = JOURNEY_NAMES.flatMap(
  (name, index): KillDuringRequest[] => {
    const { login } = REQUESTS[name];
    const killAt = (request: number, statement: number, isStatementSent = false): KillDuringRequest => ({
      name,
      request,
      statement,
      isStatementSent,
    });
    return [
      killAt(login, 4 + index),
      killAt(login, 12 + 2 * index, true),
      killAt(login, 24 + 3 * index, index % 2 === 0),
      killAt(login, AT_RESPONSE),
      killAt(name === 'qr' ? 5 : login + 1, index % 2 === 0 ? AT_RESPONSE : 3 + index),
    ];
  },
);

/** The items at every `interval`-th index from `first` on; in `npm run test:all`, all items. */
const sampleOf = <Item>(all: readonly Item[], interval: number, first: number): readonly Item[] =>
  IS_TEST_ALL ? all : all.filter((_, index) => index % interval === first);

const labelOf = ({ name, request }: Kill): string => `${name}, request ${request}`;

const pointOf = ({ statement, isStatementSent }: KillOrder): string =>
  statement === AT_RESPONSE
    ? 'at the response'
    : `${isStatementSent ? 'after' : 'before'} statement ${statement}`;

describe('a sign-in continues after a portal was killed between two requests', () => {
  test.for(sampleOf(KILLS_BETWEEN_REQUESTS, 10, 2).map((kill) => [labelOf(kill), kill] as const))(
    'killed before %s',
    async ([, kill]) => {
      const person = newPerson(async (request) => {
        if (request === kill.request) await cluster.killNextPortal();
      });
      expect(await JOURNEYS[kill.name](person)).toBe(person.userId);
      expect(person.requestCount).toBe(REQUESTS[kill.name].count);
      expect(person.unansweredCount).toBe(0);
    },
  );
});

describe('a repeated request signs in after the portal was killed during the first try', () => {
  const kills = sampleOf(KILLS_DURING_REQUESTS, 10, 1).map(
    (kill) => [`${labelOf(kill)}, ${pointOf(kill)}`, kill] as const,
  );
  test.for(kills)('%s', async ([, kill]) => {
    const person = newPerson(async (request) => {
      if (request === kill.request) await cluster.killDuringRequest(kill);
    });
    expect(await JOURNEYS[kill.name](person)).toBe(person.userId);
    expect(person.unansweredCount).toBe(1);
  });
});

describe('nobody is signed in without a proof after a portal was killed during the login', () => {
  /** The index of the request that tries to finish the login in the journey of an impostor, who approves nothing. */
  const loginRequests = { password: 2, push: 5, qr: 6 };
  const allKills = (['password', 'push', 'qr'] as const).flatMap((name) => [
    { name, request: loginRequests[name], statement: 10, isStatementSent: true },
    { name, request: loginRequests[name], statement: AT_RESPONSE, isStatementSent: false },
  ]);
  const kills = sampleOf(allKills, 3, 1);
  test.for(kills.map((kill) => [`${labelOf(kill)}, ${pointOf(kill)}`, kill] as const))(
    '%s',
    async ([, kill]) => {
      const person = newPerson(async (request) => {
        if (request === kill.request) await cluster.killDuringRequest(kill);
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
    await person.open('/login');
    const policyId = await fetchPolicyId(person);
    const signInByGuess = (index: number) =>
      authenticate(person, policyId, { tokenCode: '-1', secret: `guess ${index}` });
    const responses = await Promise.all(Array.from({ length: 200 }, (_, index) => signInByGuess(index)));
    const counts = responses.map(({ json }) => Number(json['failCount']));
    expect(responses.map(({ status }) => status)).toEqual(Array(200).fill(400));
    expect(counts.filter((count) => count < 5).toSorted()).toEqual([1, 2, 3, 4]);
    expect(await signInByPassword(person, 'honest')).toBe('');
  });

  test('accept an approval once when it is sent 20 times simultaneously', async () => {
    const person = newPerson();
    const { policyId, pushId } = await requestAndApprovePush(person);
    const proof = { tokenCode: '10', secret: pushId, check: 'A' } as const;
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => authenticate(person, policyId, proof)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await requestSignedInUser(person)).toBe(person.userId);
  });

  test('finish a request once for two simultaneous logins, which return to the service at the same address', async () => {
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

  test('answer every request while they are restarted one after the other under a steady load', async () => {
    let hasRestarted = false;
    const signInPeople = async (): Promise<readonly Person[]> => {
      const signedIn: Person[] = [];
      while (!hasRestarted) {
        const person = newPerson();
        expect(await JOURNEYS.openid(person)).toBe(person.userId);
        signedIn.push(person);
      }
      return signedIn;
    };
    const loads = [signInPeople(), signInPeople()];
    await cluster.rollOver();
    hasRestarted = true;
    const signedIn = (await Promise.all(loads)).flat();
    expect(signedIn.length).toBeGreaterThan(2);
    expect(signedIn.filter(({ unansweredCount }) => unansweredCount > 0)).toEqual([]);
    expect(await requestSignedInUser(newPerson())).toBeNull();
  });
});
