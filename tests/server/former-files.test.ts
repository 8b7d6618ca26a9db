import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { engineStoreIn } from '#server/protocols/oidc/store.ts';
import { samlStoreIn } from '#server/protocols/saml/store.ts';
import { importFormerFiles } from '#server/storage/migrations/former-files.ts';
import { newFolder } from '#tests/support/folder.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';

let folder = '';
beforeEach(() => {
  folder = newFolder();
});

const now = () => 1_000_000;

const createFormerFile = (name: string, sql: string): void => {
  const file = new DatabaseSync(join(folder, name));
  file.exec(`PRAGMA journal_mode = WAL; ${sql}`);
  file.close();
};

test("the data of the engines' former files are moved to the storage, and the files are deleted", async () => {
  createFormerFile(
    'oidc.sqlite',
    `CREATE TABLE records (model TEXT, id TEXT, payload TEXT, grant_id TEXT, uid TEXT, expires_at INTEGER);
     CREATE TABLE begun (turn INTEGER PRIMARY KEY, id TEXT, beginner TEXT, expires_at INTEGER);
     INSERT INTO records VALUES
       ('AuthorizationCode', 'code', '{"accountId":"kim","consumed":900}', 'g', NULL, 2000000),
       ('Interaction', 'waits', '{"uid":"waits"}', NULL, 'waits', 2000000);
     INSERT INTO begun VALUES (7, 'waits', 'address 10.0.0.1', 2000000);`,
  );
  createFormerFile(
    'saml.sqlite',
    `CREATE TABLE pending (id TEXT, payload TEXT, browser BLOB, answered_by TEXT, expires_at INTEGER);
     CREATE TABLE seen (entity_id TEXT, message_id TEXT, expires_at INTEGER);
     CREATE TABLE participants (session_index TEXT, browser BLOB, service_id TEXT, user_id TEXT, name_format TEXT,
       name_value TEXT, expires_at INTEGER);
     CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB);
     INSERT INTO pending VALUES ('p', '{"kind":"login","serviceId":"s"}', NULL, 'kim', 2000000);
     INSERT INTO seen VALUES ('https://sp.example', 'm', 2000000);
     INSERT INTO secrets VALUES ('persistent-names', x'00ff10');`,
  );

  const db = await openTestStorage();
  await importFormerFiles(db, folder);
  expect(['oidc.sqlite', 'saml.sqlite'].filter((name) => existsSync(join(folder, name)))).toEqual([]);

  const engine = engineStoreIn(db, now, (model) => new RangeError(model));
  const codes = engine.adapter('AuthorizationCode');
  expect(await codes.find('code')).toEqual({ accountId: 'kim', consumed: 900 });
  await expect(codes.consume('code')).rejects.toThrow(RangeError);
  await engine.recordRequest('next', [{ key: 'address 10.0.0.1', max: 0 }], 2_000_000);
  expect(await engine.adapter('Interaction').find('waits')).toBeUndefined();

  const saml = samlStoreIn(db, now);
  expect((await saml.findLogin('p'))?.answeredBy).toBe('kim');
  expect(await saml.recordMessage('https://sp.example', 'm', 1)).toBe(false);
  expect([...(await saml.secret('persistent-names'))]).toEqual([0, 255, 16]);
});
