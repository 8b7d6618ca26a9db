import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { type ClusterConfig, personNamed } from '#scripts/cluster/config.ts';
import { setStage } from '#scripts/cluster/stage.ts';
import { outputOf } from '#scripts/test/process.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { byPassword, JOURNEYS, whoIsSignedIn } from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { DATA_KEY } from '#tests/support/server/storage.ts';
import { belongingsOf, CODES, changePassword, OWNER, signedInBy, TEMPORARY } from './belongings.ts';
import {
  ACTIVE,
  folderOf,
  GUESSED_ONCE,
  PEOPLE,
  POSTGRES_FILE,
  RELEASES,
  type Release,
  SIGNED_IN,
  STORY_FILE,
} from './releases.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Starts the portal of a release, within its tree, as its own `npm start` does. */
const ENTRY = `import { startMunjigi } from '#scripts/start/run.ts';
import { loadConfig } from '#server/config/load.ts';
const { PORT, DATA_DIR = '', DATABASE_URL, SITE_DIR = '', DATA_KEY } = process.env;
const config = loadConfig(process.env, { publicUrl: 'http://localhost', labOrigin: 'http://localhost' });
const keys = await import('#server/storage/at-rest/data-keys.ts').catch(() => null);
const running = await startMunjigi({
  config,
  port: Number(PORT),
  labPort: 0,
  dataDir: DATA_DIR,
  ...(DATABASE_URL && { databaseUrl: DATABASE_URL }),
  ...(keys && { dataKeys: keys.dataKeysFrom(DATA_KEY) }),
  siteDir: SITE_DIR,
  fresh: false,
});
process.once('SIGTERM', () => {
  process.disconnect?.();
  void running.close();
});
process.send?.('ready');
`;

const METHODS = ['pw', 'push', 'hwOtp', 'yubikey', 'mobileOtp', 'emergencyCode'];

const CODE_HASH = await hashPassword(TEMPORARY.secret, { cost: 2, blockSize: 1, parallelization: 1 });

/** What every release understands. */
function understood({
  publicUrl,
  trustProxy,
  clients,
  serviceProviders,
  policies,
  accounts,
}: ClusterConfig): object {
  return {
    publicUrl,
    trustProxy,
    clients,
    serviceProviders,
    policies: policies.map(({ id, authType }) => ({ id, authType, methods: METHODS })),
    accounts: accounts.map((account) => ({ ...account, ...belongingsOf(account.userId, CODE_HASH) })),
  };
}

function pack(folder: string, name: string, content: Buffer | string): void {
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
}

/** The files as they would be after a clean end, without what was removed from them. */
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

/** Everything as statements that any client may send. */
const dumped = (databaseUrl: string): string =>
  execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', databaseUrl], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--') && !line.startsWith('\\'))
    .join('\n');

async function live(url: string): Promise<{ readonly cookies: string; readonly hasChanged: boolean }> {
  const person = (index: number): Person => new Person(url, personNamed(index));
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    const told = await journey(person(ACTIVE)).catch(String);
    if (told !== personNamed(ACTIVE)) console.error(`  ${name}: ${told}`);
  }
  await person(GUESSED_ONCE).visit('/login');
  await byPassword(person(GUESSED_ONCE), 'impostor');
  for (const [name, { tokenCode, show }] of Object.entries(CODES)) {
    const told = await signedInBy(url, OWNER, { tokenCode, secret: show(0) });
    if (told !== personNamed(OWNER)) throw new Error(`Nobody is signed in by ${name}.`);
  }
  const hasChanged = await changePassword(url);
  const stays = person(SIGNED_IN);
  await JOURNEYS.openid(stays);
  if ((await whoIsSignedIn(stays)) !== stays.userId) throw new Error('Nobody is signed in.');
  return { cookies: stays.cookiesFor('/oauth2/authorize'), hasChanged };
}

async function make(release: Release): Promise<void> {
  console.log(release.step);
  const tree = join(mkdtempSync(join(tmpdir(), 'munjigi-release-')), 'tree');
  await outputOf('git', ['worktree', 'add', '--quiet', '--detach', tree, release.commit]);
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  const entry = join(tree, 'scripts', 'portal-of-upgrade.ts');
  writeFileSync(entry, ENTRY);
  const folder = folderOf(release);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const signedIn: Record<string, string> = {};
  let hasChanged = false;
  for (const engine of release.hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
    const stage = await setStage({ portals: 1, people: PEOPLE, engine, entry, understood });
    const portal = spawn(process.execPath, [entry], {
      env: { ...stage.env, DATA_KEY, PORT: String(stage.ports[0]) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(portal, 'message');
    const lived = await live(stage.proxy.url);
    signedIn[engine] = lived.cookies;
    hasChanged = lived.hasChanged;
    const { DATA_DIR = '', DATABASE_URL } = stage.env;
    if (DATABASE_URL) pack(folder, POSTGRES_FILE, dumped(DATABASE_URL));
    else if (existsSync(DATA_DIR)) packFiles(DATA_DIR, folder);
    const over = once(portal, 'exit');
    portal.kill();
    await over;
    await stage.close();
  }
  writeFileSync(
    join(folder, STORY_FILE),
    `${JSON.stringify({ madeAt: Date.now(), signedIn, hasChanged }, null, 2)}\n`,
  );
  await outputOf('git', ['worktree', 'remove', '--force', tree]);
}

/** Makes the data of releases anew, by their own code: `node tests/upgrade/make.ts [STEP…]`. Needs `pg_dump`. */
const wanted = process.argv.slice(2);
for (const release of RELEASES) {
  if (wanted.length === 0 || wanted.includes(release.step)) await make(release);
}
