import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { samlKeyRing } from '#server/protocols/saml/keys.ts';
import { EARLIER_RESULTS, earlierFile, earlierSecrets, openEarlierData, signInOn } from './earlier-data.ts';

test('data of an earlier version are migrated: people sign in, keys stay, and no secret is in clear text', async () => {
  const { folder, db } = await openEarlierData();
  expect(await signInOn(db)).toEqual(EARLIER_RESULTS);
  for (const name of ['oidc.sqlite', 'saml.sqlite']) expect(existsSync(join(folder, name))).toBe(false);
  const keyStore = { storage: db, dataDir: folder };
  expect(await oidcKeyRing(keyStore).all()).toEqual(JSON.parse(earlierFile('oidc-keys.json')).keys);
  expect(await samlKeyRing(keyStore, 'http://localhost', Date.now).all()).toEqual([
    JSON.parse(earlierFile('saml-key.json')),
  ]);
  await db.close();
  const content = readFileSync(join(folder, 'munjigi.sqlite'), 'latin1');
  expect(earlierSecrets().filter((secret) => content.includes(secret))).toEqual([]);
});
