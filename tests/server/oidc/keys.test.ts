import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyFileError, signingKeysIn } from '#server/protocols/oidc/keys.ts';

describe('signing keys', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'munjigi-keys-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => join(folder, 'data', 'oidc-keys.json');

  it('are made once and kept for their owner alone', () => {
    const made = signingKeysIn(join(folder, 'data'));
    expect(signingKeysIn(join(folder, 'data'))).toEqual(made);
    expect(made.keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })]);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.each(['', '{"keys":[]}', '{"keys":[{"kty":"oct","k":"x"}]}'])(
    'are not replaced when the file holds %j',
    (content) => {
      signingKeysIn(join(folder, 'data'));
      writeFileSync(file(), content);
      expect(() => signingKeysIn(join(folder, 'data'))).toThrow(KeyFileError);
    },
  );
});
