import { X509Certificate } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSamlKey, SamlKeyError, samlKeyRing } from '#server/protocols/saml/keys.ts';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { newFolder } from '#tests/support/folder.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import { SP_KEY, startSamlServer } from './saml-server.ts';

const ENTITY_ID = 'https://login.example.com/saml/metadata';
const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('the SAML signing key', async () => {
  const storage = await openDatabase(IN_MEMORY, DATA_KEYS);
  let folder = '';
  beforeEach(() => {
    folder = newFolder();
  });
  const ring = () => samlKeyRing({ storage, dataDir: folder }, ENTITY_ID, () => NOW);
  const load = async () => (await ring().all())[0] ?? SP_KEY;

  it('is created at the first start with a self-signed certificate, and stored readable for its owner only', async () => {
    const created = await load();
    const certificate = new X509Certificate(created.certificate);
    expect(certificate.subject).toBe('CN=login.example.com');
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(Date.parse(certificate.validFrom)).toBeLessThan(NOW);
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(NOW + 19 * 365 * 24 * 60 * 60_000);
    expect(statSync(join(folder, 'saml-key.json')).mode & 0o777).toBe(0o600);
    expect(await load()).toEqual(created);
  });

  it('is the configured one when there is one', async () => {
    const privateKeyFile = join(folder, 'key.pem');
    const certificateFile = join(folder, 'certificate.pem');
    writeFileSync(privateKeyFile, SP_KEY.privateKey);
    writeFileSync(certificateFile, SP_KEY.certificate);
    const server = await startSamlServer({ saml: { privateKeyFile, certificateFile } });
    const metadata = await (await fetch(`${server.origin}/saml/metadata`)).text();
    await server.close();
    const certificates = Array.from(metadata.matchAll(/X509Certificate>([^<]+)</g), ([, body]) => body);
    expect(certificates).toEqual([SP_KEY.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')]);
  });

  it('is published before it signs, together with the current one', async () => {
    const currentKey = await load();
    const nextKey = createSamlKey(ENTITY_ID, NOW, NOW + 1000);
    await ring().rotate(() => nextKey, NOW);
    const certificates = async (at: number) =>
      (await ring().signerFirst(at)).map(({ certificate }) => certificate);
    expect(await certificates(NOW)).toEqual([currentKey.certificate, nextKey.certificate]);
    expect(await certificates(NOW + 1000)).toEqual([nextKey.certificate, currentKey.certificate]);
  });

  it.each(['', '{}', JSON.stringify({ ...SP_KEY, certificate: 'x' })])(
    'is not replaced when its file is damaged: %j',
    async (content) => {
      writeFileSync(join(folder, 'saml-key.json'), content);
      await expect(load()).rejects.toThrow(SamlKeyError);
    },
  );
});
