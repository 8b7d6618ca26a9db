import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSamlKey, SamlKeyError, samlKeyIn } from '#server/protocols/saml/keys.ts';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { SP_KEY } from './saml-server.ts';

const ENTITY = 'https://login.example.com/saml/metadata';
const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('the SAML signing key', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'munjigi-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const load = () => samlKeyIn(ENTITY, folder, () => NOW);

  it('is made at the first start with a certificate by itself, and kept for its owner alone', () => {
    const made = load();
    const certificate = new X509Certificate(made.certificate);
    expect(certificate.subject).toBe('CN=login.example.com');
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(Date.parse(certificate.validFrom)).toBeLessThan(NOW);
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(NOW + 19 * 365 * 24 * 60 * 60_000);
    expect(statSync(join(folder, 'saml-key.json')).mode & 0o777).toBe(0o600);
    expect(load()).toEqual(made);
  });

  it('is the configured one when there is one, and then none is made', async () => {
    const kept = { storage: await openDatabase(IN_MEMORY), dataDir: folder };
    expect(await loadSamlKey(SP_KEY, ENTITY, kept, () => NOW)).toBe(SP_KEY);
    expect(() => readFileSync(join(folder, 'saml-key.json'))).toThrow('ENOENT');
  });

  it.each(['', '{}', JSON.stringify({ ...SP_KEY, certificate: 'x' })])(
    'is not replaced when its file is damaged: %j',
    (content) => {
      writeFileSync(join(folder, 'saml-key.json'), content);
      expect(load).toThrow(SamlKeyError);
    },
  );
});
