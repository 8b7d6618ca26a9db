import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { importFormerFiles } from '#server/storage/migrations/former-files.ts';
import { openDatabase } from '#server/storage/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { newFolder } from '#tests/support/folder.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';

/**
 * The folder of data that the portal of commit 08d5b84 has written: `daon`, of a configuration file, has signed in by
 * password, and `lee` by the app with "always" ticked; the engines have their own files and keys.
 */
const FIXTURE = join(import.meta.dirname, 'data-08d5b84');

const EARLIER_PASSWORD = 'Before-upgrade1!';

/** Opens a copy of the earlier data as the current server does at its start. */
export async function openEarlierData(): Promise<{ folder: string; db: Storage }> {
  const folder = newFolder();
  cpSync(FIXTURE, folder, { recursive: true });
  const db = await openDatabase(join(folder, 'munjigi.sqlite'), DATA_KEYS);
  await importFormerFiles(db, folder);
  return { folder, db };
}

export const earlierFile = (name: string): string => readFileSync(join(FIXTURE, name), 'utf8');

/** The secrets that the earlier data contain in clear text. */
export function earlierSecrets(): readonly string[] {
  const folder = newFolder();
  cpSync(FIXTURE, folder, { recursive: true });
  const read = (name: string, sql: string): readonly string[] => {
    const file = new DatabaseSync(join(folder, name));
    const values = file
      .prepare(sql)
      .all()
      .map((row) => String(row['secret']));
    file.close();
    return values;
  };
  return [
    ...read(
      'munjigi.sqlite',
      `SELECT secret FROM otp_cards UNION SELECT aes_key FROM yubikeys UNION SELECT private_id FROM yubikeys
       UNION SELECT challenge_key FROM sessions UNION SELECT secret FROM mobile_apps WHERE secret IS NOT NULL`,
    ),
    ...read('oidc.sqlite', 'SELECT id AS secret FROM records'),
  ];
}

/** Signs people of the earlier data in at the current server; returns the results. */
export async function signInOn(storage: Storage) {
  const server: TestServer = await testServer({}, undefined, {}, storage);
  const daon = await signIn(server.browser(), 'daon', { secret: EARLIER_PASSWORD });
  const wrong = await signIn(server.browser(), 'daon', { secret: 'Another-one1!' });
  const lee = await checkPolicy(server.browser(), 'lee');
  return { daon: daon.status, wrong: wrong.json['errCode'], lee: lee.json['fixedToken'] };
}

/** The same results at the earlier server. */
export const EARLIER_RESULTS = { daon: 200, wrong: '001', lee: { authType: '9', alwaysSend: 'N' } } as const;
