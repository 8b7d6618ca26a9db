import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import {
  authenticate,
  fetchPolicyId,
  JOURNEYS,
  requestSignedInUser,
} from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { newKey } from '#tests/support/server/software-authenticator.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { PASSWORD, userIdAt } from '#tools/cluster/config.ts';
import { startPostgres, type TestPostgres } from '#tools/postgres/server.ts';
import {
  CODES,
  NEXT_PASSWORD,
  OWNER,
  PASSWORD_CHANGER,
  preparePasswordChange,
  signInBy,
  TEMPORARY,
} from './devices.ts';
import { proveBySms } from './identity.ts';
import { PASSKEY_OWNER, signInByPasskey } from './passkey.ts';
import {
  ANSWER,
  ANSWER_OWNER,
  endLink,
  LINK_OWNER,
  LINK_PASSWORD,
  openLink,
  openQuestion,
  type PasswordLinks,
  QUESTION,
} from './password-links.ts';
import {
  ACTIVE,
  type Engine,
  enginesOf,
  GUESSED_ONCE,
  RELEASES,
  type Release,
  type ReleaseRecord,
  SIGNED_IN,
} from './releases.ts';
import { ADOPTED, changeUser, DEPARTED, HIRED, SCIM_PASSWORD, sourceOf, type User, usersBy } from './scim.ts';
import { moveToDatabase, recordOf, restoreDatabase, startPortalOn } from './start.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MINUTE = 60_000;

/** Releases that every run tests: the first one, and the last one before secrets were encrypted. */
const ALWAYS_TESTED: readonly string[] = ['approvals', 'audit'];

/** Expects that sessions, failure counts and sign-ins work as before. */
async function expectUnchangedBehaviour(url: string, cookies: string): Promise<void> {
  const signedInPerson = new Person(url, userIdAt(SIGNED_IN)).addCookies(cookies);
  expect(await requestSignedInUser(signedInPerson)).toBe(signedInPerson.userId);

  const guesser = new Person(url, userIdAt(GUESSED_ONCE));
  await guesser.open('/login');
  const proof = { tokenCode: '-1', secret: 'another guess' } as const;
  const refusal = await authenticate(guesser, await fetchPolicyId(guesser), proof);
  expect(refusal.json['failCount']).toBe(2);

  for (const journey of Object.values(JOURNEYS)) {
    const person = new Person(url, userIdAt(ACTIVE));
    expect(await journey(person)).toBe(person.userId);
    expect(await journey(new Person(url, userIdAt(ACTIVE)), 'impostor')).toBeNull();
  }
}

/** Devices whose used codes are refused; a code of an app can still be valid. */
const REFUSES_REPLAYS: readonly string[] = ['card', 'key'];

/** Expects that used codes are refused, the next ones accepted, and a temporary code accepted once. */
async function expectDevices(url: string): Promise<void> {
  const signedIn = (proof: Parameters<typeof signInBy>[2]) => signInBy(url, OWNER, proof);
  for (const [name, { tokenCode, show }] of Object.entries(CODES)) {
    if (REFUSES_REPLAYS.includes(name))
      expect(await signedIn({ tokenCode, secret: show(0) }), name).toBeNull();
    expect(await signedIn({ tokenCode, secret: show(1) }), name).toBe(OWNER);
  }
  expect(await signedIn(TEMPORARY)).toBe(OWNER);
  expect(await signedIn(TEMPORARY)).toBeNull();
}

type Portal = Awaited<ReturnType<typeof startPortalOn>>;

const signInByPassword = ({ url }: Portal, userId: string, secret: string): Promise<string | null> =>
  signInBy(url, userId, { tokenCode: '-1', secret });

/** Expects that the changed password works and the former one cannot be used again. */
async function expectChanged(portal: Portal): Promise<void> {
  expect(await signInByPassword(portal, PASSWORD_CHANGER, NEXT_PASSWORD)).toBe(PASSWORD_CHANGER);
  expect(await signInByPassword(portal, PASSWORD_CHANGER, PASSWORD)).toBeNull();
  const save = await preparePasswordChange(portal.url, portal.lastSmsTo);
  expect((await save(PASSWORD)).json['errCode']).toBe('error1203');
  expect((await save(NEXT_PASSWORD)).json['errCode']).toBe('sameAsCurrent');
}

/** Expects that the passkey works, but not with a used counter, another owner or another key. */
async function expectPasskey({ url }: Portal, userHandle: string): Promise<void> {
  const signedIn = (signed: object) => signInByPasskey(url, { counter: 2, userHandle, ...signed });
  expect(await signedIn({ key: newKey().privateKey })).toBeNull();
  expect(await signedIn({ counter: 1 })).toBeNull();
  expect(await signedIn({ userHandle: 'c29tZWJvZHkgZWxzZQ' })).toBeNull();
  expect(await signedIn({})).toBe(PASSKEY_OWNER);
}

/** Expects that a used link stays used, and that the other one can set a password once. */
async function expectLinks(portal: Portal, { used, open }: PasswordLinks): Promise<void> {
  const openAgain = (userId: string, ak: string) => openLink(new Person(portal.url, userId), ak);
  expect((await openAgain(ANSWER_OWNER, used)).json['error_code']).toBe('002');
  const person = new Person(portal.url, LINK_OWNER);
  expect((await openLink(person, open)).json).toMatchObject({ status: 200, ak_type: 'change' });
  const token = await proveBySms(person, portal.lastSmsTo);
  const saved = await person.call('PUT', '/pw', { userId: LINK_OWNER, pw: LINK_PASSWORD }, token);
  expect(saved.status).toBe(200);
  expect((await endLink(person, open, token)).status).toBe(200);
  expect(await signInByPassword(portal, LINK_OWNER, LINK_PASSWORD)).toBe(LINK_OWNER);
  expect((await openAgain(LINK_OWNER, open)).json['error_code']).toBe('002');
}

/** Expects that the chosen question is asked and only its answer is accepted. */
async function expectAnswer(portal: Portal): Promise<void> {
  expect(await signInByPassword(portal, ANSWER_OWNER, LINK_PASSWORD)).toBe(ANSWER_OWNER);
  const { answer, person, question } = await openQuestion(portal.url);
  expect(question.json['questionId']).toBe(QUESTION);
  const wrong = await answer('어린 임금');
  expect([wrong.status, wrong.json['accessToken']]).toEqual([400, undefined]);
  const token = String((await answer(ANSWER)).json['accessToken']);
  const saved = await person.call('PUT', '/pw', { userId: ANSWER_OWNER, pw: NEXT_PASSWORD }, token);
  expect(saved.status).toBe(200);
  expect(await signInByPassword(portal, ANSWER_OWNER, NEXT_PASSWORD)).toBe(ANSWER_OWNER);
}

/** Expects that the source finds its users unchanged and can change them with the versions that it knows. */
async function expectUsers(portal: Portal, users: readonly User[]): Promise<void> {
  const [hired, departed, adopted] = users as readonly [User, User, User];
  expect(users).toMatchObject([
    { userName: HIRED, externalId: 'hr-1001', active: true },
    { userName: DEPARTED, externalId: 'hr-1002', active: false },
    { userName: ADOPTED, externalId: 'hr-1003', active: true },
  ]);
  const source = sourceOf(portal.url);
  for (const user of users) {
    const location = `${portal.url}/scim/v2/Users/${user.id}`;
    const asBefore = { ...user, meta: { ...user.meta, location } };
    expect((await source('GET', `/Users/${user.id}`)).json).toEqual(asBefore);
    expect(await usersBy(source, 'externalId', user['externalId'])).toEqual([asBefore]);
  }
  expect(await signInByPassword(portal, HIRED, SCIM_PASSWORD)).toBe(HIRED);
  expect(await signInByPassword(portal, DEPARTED, SCIM_PASSWORD)).toBeNull();
  expect((await changeUser(source, hired, { active: false })).json['active']).toBe(false);
  expect((await changeUser(source, hired, { active: true })).status).toBe(412);
  expect((await changeUser(source, departed, { active: true })).json['active']).toBe(true);
  expect((await changeUser(source, adopted, { externalId: 'hr-2003' })).status).toBe(200);
  expect(await usersBy(source, 'externalId', 'hr-1003')).toEqual([]);
  expect(await usersBy(source, 'externalId', 'hr-2003')).toMatchObject([{ userName: ADOPTED }]);
  expect(await signInByPassword(portal, HIRED, SCIM_PASSWORD)).toBeNull();
  expect(await signInByPassword(portal, DEPARTED, SCIM_PASSWORD)).toBe(DEPARTED);
}

/** Runs one minute after the data were complete, so that their sessions and codes are valid. */
async function atTimeOf<Result>({ createdAt }: ReleaseRecord, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: createdAt + MINUTE });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

let postgres: TestPostgres | null = null;
beforeAll(async () => {
  if (IS_TEST_ALL) postgres = await startPostgres();
});
afterAll(() => postgres?.close());

/** Creates a database with the data of a release; null for SQLite files. */
async function databaseWith(release: Release, engine: Engine): Promise<string | null> {
  if (engine === 'sqlite' || !postgres) return null;
  const databaseUrl = await postgres.createDatabase();
  await (release.features.includes('postgres') ? restoreDatabase : moveToDatabase)(databaseUrl, release);
  return databaseUrl;
}

test('there are data of a release for every step of the schema except the last', () => {
  const names = MIGRATIONS.map(({ name }) => name);
  const since = names.slice(names.indexOf(RELEASES[0]?.step ?? ''));
  expect(RELEASES.map(({ step }) => step)).toEqual(expect.arrayContaining(since.slice(0, -1)));
});

const STEPS = RELEASES.map(({ step }) => step);

test.each([
  ['passwordChange', 'password-change'],
  ['scim', 'scim'],
] as const)('releases support %s from the step %s of the schema on', (feature, step) => {
  const releases = RELEASES.filter(({ features: has }) => has.includes(feature));
  expect(releases.map((release) => release.step)).toEqual(STEPS.slice(STEPS.indexOf(step)));
});

test('the data of every release contain a passkey, and links and users if the release supports them', () => {
  for (const release of RELEASES) {
    const { valuesByEngine } = recordOf(release);
    expect(Object.keys(valuesByEngine)).toEqual(enginesOf(release));
    for (const { links, userHandle, users } of Object.values(valuesByEngine)) {
      expect(userHandle).toHaveLength(43);
      expect(links !== undefined).toBe(release.features.includes('passwordChange'));
      expect(users !== undefined).toBe(release.features.includes('scim'));
    }
  }
});

const CASES = (['sqlite', 'postgres'] as const).flatMap((engine) =>
  RELEASES.map((release) => ({ step: release.step, engine, release })),
);

test.each(
  CASES.filter(({ step, engine }) => IS_TEST_ALL || (engine === 'sqlite' && ALWAYS_TESTED.includes(step))),
)(
  'the current portal on the data of the step $step, on $engine, keeps sessions, failure counts, devices, passkeys, passwords, links, answers and SCIM users',
  async ({ release, engine }) => {
    const record = recordOf(release);
    const valuesByEngine = record.valuesByEngine[enginesOf(release).includes(engine) ? engine : 'sqlite'];
    if (!valuesByEngine) throw new Error(`The release has no data for ${engine}.`);
    const { cookies, links, userHandle, users } = valuesByEngine;
    await atTimeOf(record, async () => {
      const portal = await startPortalOn(release, await databaseWith(release, engine));
      try {
        await expectUnchangedBehaviour(portal.url, cookies);
        await expectDevices(portal.url);
        await expectPasskey(portal, userHandle);
        if (links) {
          await expectChanged(portal);
          await expectLinks(portal, links);
          await expectAnswer(portal);
        }
        if (users) await expectUsers(portal, users);
      } finally {
        await portal.close();
      }
    });
  },
);
