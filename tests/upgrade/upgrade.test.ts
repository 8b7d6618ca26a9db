import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PASSWORD, personNamed } from '#scripts/cluster/config.ts';
import { startPostgres, type TestPostgres } from '#scripts/postgres/server.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { authenticate, JOURNEYS, policyOf, whoIsSignedIn } from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { IS_WHOLE } from '#tests/support/whole.ts';
import {
  CHANGED,
  CODES,
  NEXT_PASSWORD,
  OWNER,
  savingPasswords,
  signedInBy,
  TEMPORARY,
} from './belongings.ts';
import { ACTIVE, GUESSED_ONCE, RELEASES, type Release, SIGNED_IN, type Story } from './releases.ts';
import { fill, move, startOn, storyOf } from './stand.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MINUTE = 60_000;

/** In every run the first and the last before secrets were sealed. */
const SOME: readonly string[] = ['approvals', 'audit'];

/** What people of a release meet at today's portal, a minute after the old one has ended. */
async function expectAsBefore(url: string, cookies: string | undefined): Promise<void> {
  const stays = new Person(url, personNamed(SIGNED_IN)).bring(cookies ?? '');
  expect(await whoIsSignedIn(stays)).toBe(stays.userId);

  const guesses = new Person(url, personNamed(GUESSED_ONCE));
  await guesses.visit('/login');
  const proof = { tokenCode: '-1', secret: 'another guess' } as const;
  const told = await authenticate(guesses, await policyOf(guesses), proof);
  expect(told.json['failCount']).toBe(2);

  for (const journey of Object.values(JOURNEYS)) {
    const person = new Person(url, personNamed(ACTIVE));
    expect(await journey(person)).toBe(person.userId);
    expect(await journey(new Person(url, personNamed(ACTIVE)), 'impostor')).toBeNull();
  }
}

/** What an app shows is good for a while, however often it was shown. */
const IS_REPLAYED_LATER: readonly string[] = ['card', 'key'];

/** What was used is used, what comes next is good, and a temporary code is good once. */
async function expectBelongings(url: string): Promise<void> {
  const signedIn = (proof: Parameters<typeof signedInBy>[2]) => signedInBy(url, OWNER, proof);
  for (const [name, { tokenCode, show }] of Object.entries(CODES)) {
    if (IS_REPLAYED_LATER.includes(name))
      expect(await signedIn({ tokenCode, secret: show(0) }), name).toBeNull();
    expect(await signedIn({ tokenCode, secret: show(1) }), name).toBe(personNamed(OWNER));
  }
  expect(await signedIn(TEMPORARY)).toBe(personNamed(OWNER));
  expect(await signedIn(TEMPORARY)).toBeNull();
}

/** The password is that of the change, and the one before cannot come back. */
async function expectChanged({ url, lastTo }: Awaited<ReturnType<typeof startOn>>): Promise<void> {
  const by = (secret: string) => signedInBy(url, CHANGED, { tokenCode: '-1', secret });
  expect(await by(NEXT_PASSWORD)).toBe(personNamed(CHANGED));
  expect(await by(PASSWORD)).toBeNull();
  const save = await savingPasswords(url, lastTo);
  expect((await save(PASSWORD)).json['errCode']).toBe('error1203');
  expect((await save(NEXT_PASSWORD)).json['errCode']).toBe('sameAsCurrent');
}

/** The clock is that of the release: its sessions and codes are not over. */
async function at<Result>({ madeAt }: Story, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: madeAt + MINUTE });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

type Engine = 'sqlite' | 'postgres';

let postgres: TestPostgres | null = null;
beforeAll(async () => {
  if (IS_WHOLE) postgres = await startPostgres();
});
afterAll(() => postgres?.close());

/** Today's database with the data of a release; null for its files as they are. */
async function databaseWith(release: Release, engine: Engine): Promise<string | null> {
  if (engine === 'sqlite' || !postgres) return null;
  const databaseUrl = await postgres.createDatabase();
  await (release.hasPostgres ? fill : move)(databaseUrl, release);
  return databaseUrl;
}

test('of each step of the schema that another one follows there are data', () => {
  const names = MIGRATIONS.map(({ name }) => name);
  const since = names.slice(names.indexOf(RELEASES[0]?.step ?? ''));
  expect(RELEASES.map(({ step }) => step)).toEqual(expect.arrayContaining(since.slice(0, -1)));
});

test('every release that could change a password has left a changed one', () => {
  const steps = RELEASES.map(({ step }) => step);
  const changed = RELEASES.filter((release) => storyOf(release).hasChanged).map(({ step }) => step);
  expect(changed).toEqual(steps.slice(steps.indexOf('password-change')));
});

const ALL = (['sqlite', 'postgres'] as const).flatMap((engine) =>
  RELEASES.map((release) => ({ step: release.step, engine, release })),
);

test.each(ALL.filter(({ step, engine }) => IS_WHOLE || (engine === 'sqlite' && SOME.includes(step))))(
  'the release with the step $step, on $engine: who was signed in stays so, guesses stay counted, all journeys pass, devices and passwords go on',
  async ({ release, engine }) => {
    const story = storyOf(release);
    await at(story, async () => {
      const portal = await startOn(release, await databaseWith(release, engine));
      try {
        await expectAsBefore(portal.url, story.signedIn[release.hasPostgres ? engine : 'sqlite']);
        await expectBelongings(portal.url);
        if (story.hasChanged) await expectChanged(portal);
      } finally {
        await portal.close();
      }
    });
  },
);
