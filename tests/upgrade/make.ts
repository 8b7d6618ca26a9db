import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { JOURNEYS, requestSignedInUser, signInByPassword } from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { scryptHash } from '#tests/support/server/scrypt-hash.ts';
import { DATA_KEY } from '#tests/support/server/storage.ts';
import { type ClusterConfig, PASSWORD, userIdAt } from '#tools/cluster/config.ts';
import { setUpCluster } from '#tools/cluster/setup.ts';
import { outputOf } from '#tools/test/process.ts';
import { CODES, changePassword, devicesOf, OWNER, signInBy, TEMPORARY } from './devices.ts';
import type { LastSmsTo } from './identity.ts';
import { type Administration, checkOut, startOldPortal } from './old-portal.ts';
import { PASSKEY_OWNER, registerPasskey, signInByPasskey } from './passkey.ts';
import { createLinks } from './password-links.ts';
import {
  ACTIVE,
  type Engine,
  enginesOf,
  folderOf,
  GUESSED_ONCE,
  PEOPLE,
  POSTGRES_FILE,
  RECORD_FILE,
  RELEASES,
  type Release,
  type ReleaseRecord,
  SIGNED_IN,
  type StoredValues,
} from './releases.ts';
import { createUsers, SCIM } from './scim.ts';

const METHODS = ['pw', 'push', 'hwOtp', 'yubikey', 'mobileOtp', 'emergencyCode', 'fido2Token'];

const CHEAP_SCRYPT = { cost: 2, blockSize: 1, parallelization: 1 };
const CODE_HASH = scryptHash(TEMPORARY.secret);
const PASSWORD_HASH = scryptHash(PASSWORD);

/** The configuration in the form of a release. */
const configFor =
  ({ features: has }: Release) =>
  ({ publicUrl, trustProxy, clients, serviceProviders, policies, accounts }: ClusterConfig): object => ({
    publicUrl,
    trustProxy,
    clients,
    serviceProviders,
    policies: policies.map(({ id, authType }) => ({ id, authType, methods: METHODS })),
    accounts: accounts.map((account) => ({
      ...account,
      passwordHash: PASSWORD_HASH,
      ...devicesOf(account.userId, CODE_HASH),
    })),
    scrypt: CHEAP_SCRYPT,
    ...(has.includes('scim') && { scim: SCIM }),
  });

function pack(folder: string, name: string, content: Buffer | string): void {
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
}

/** Packs compacted copies of the files, as after a clean stop. */
function packFiles(dataDir: string, folder: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    if (name.endsWith('.json')) pack(folder, name, readFileSync(path));
    if (!name.endsWith('.sqlite') || name === 'lock.sqlite') continue;
    const copy = join(mkdtempSync(join(tmpdir(), 'munjigi-copy-')), name);
    const file = new DatabaseSync(path);
    file.exec(`VACUUM INTO '${copy}'`);
    file.close();
    pack(folder, name, readFileSync(copy));
  }
}

/** The contents of a database as SQL statements that any client can run. */
const dump = (databaseUrl: string): string =>
  execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', databaseUrl], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--') && !line.startsWith('\\'))
    .join('\n');

/** Signs in by every method and creates the data that the release supports; returns the values for the test. */
async function createData(
  { features: has }: Release,
  url: string,
  administration: Administration,
  lastSmsTo: LastSmsTo,
) {
  const person = (index: number): Person => new Person(url, userIdAt(index));
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    const outcome = await journey(person(ACTIVE)).catch(String);
    if (outcome !== userIdAt(ACTIVE)) console.error(`  ${name}: ${outcome}`);
  }
  await person(GUESSED_ONCE).open('/login');
  await signInByPassword(person(GUESSED_ONCE), 'impostor');
  for (const [name, { tokenCode, show }] of Object.entries(CODES)) {
    const outcome = await signInBy(url, OWNER, { tokenCode, secret: show(0) });
    if (outcome !== OWNER) throw new Error(`The sign-in with ${name} failed.`);
  }
  const userHandle = await registerPasskey(administration, url);
  const byPasskey = await signInByPasskey(url, { counter: 1, userHandle });
  if (byPasskey !== PASSKEY_OWNER) throw new Error('The sign-in with the passkey failed.');
  if (has.includes('passwordChange')) await changePassword(url);
  const signedInPerson = person(SIGNED_IN);
  await JOURNEYS.openid(signedInPerson);
  if ((await requestSignedInUser(signedInPerson)) !== signedInPerson.userId)
    throw new Error('The sign-in failed.');
  return {
    cookies: signedInPerson.cookiesFor('/oauth2/authorize'),
    userHandle,
    ...(has.includes('passwordChange') && { links: await createLinks(url, administration, lastSmsTo) }),
    ...(has.includes('scim') && { users: await createUsers(url) }),
  };
}

async function make(release: Release): Promise<void> {
  console.log(release.step);
  const { entry, remove } = await checkOut(release.commit);
  const folder = folderOf(release);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const valuesByEngine: Partial<Record<Engine, StoredValues>> = {};
  const adaptConfig = configFor(release);
  for (const engine of enginesOf(release)) {
    const setup = await setUpCluster({ portals: 1, people: PEOPLE, engine, entry, adaptConfig });
    const portal = await startOldPortal(entry, { ...setup.env, DATA_KEY, PORT: String(setup.ports[0]) });
    valuesByEngine[engine] = await createData(
      release,
      setup.balancer.url,
      portal.administration,
      setup.gateway.lastSmsTo,
    );
    const { DATA_DIR = '', DATABASE_URL } = setup.env;
    if (DATABASE_URL) pack(folder, POSTGRES_FILE, dump(DATABASE_URL));
    else if (existsSync(DATA_DIR)) packFiles(DATA_DIR, folder);
    await portal.close();
    await setup.close();
  }
  const record: ReleaseRecord = { createdAt: Date.now(), valuesByEngine };
  const path = join(folder, RECORD_FILE);
  writeFileSync(path, JSON.stringify(record, null, 2));
  await outputOf('biome', ['format', '--write', path]);
  await remove();
}

/** Creates the data of releases with their own code: `node tests/upgrade/make.ts [STEP…]`. Needs `pg_dump`. */
const chosenSteps = process.argv.slice(2);
for (const release of RELEASES) {
  if (chosenSteps.length === 0 || chosenSteps.includes(release.step)) await make(release);
}
