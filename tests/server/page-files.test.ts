import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { test } from '#tests/support/server/test.ts';

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

describe('files', () => {
  const HASHED = '/assets/index-abc123.js';

  test('with a hash in the name never change', async ({ browser }) => {
    const { headers, text } = await browser.visit(HASHED);
    expect(text).toContain('console.log("portal");');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('without one are revalidated', async ({ server: { browser } }) => {
    const first = await browser().visit('/favicon.svg');
    const etag = first.headers.get('ETag');
    expect(first.headers.get('Cache-Control')).toBe('no-cache');
    const second = await browser().visit('/favicon.svg', { 'If-None-Match': etag });
    expect({ status: second.status, text: second.text }).toEqual({ status: 304, text: '' });
  });

  test.for([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
  ] as const)('for "%s" are encoded with %s', async ([accepted, encoding], { app }) => {
    for (const [path, part] of [
      [HASHED, 'console.log("portal");'],
      ['/login', '<title>인증 포털</title>'],
    ] as const) {
      const response = await app.request(path, { headers: { 'Accept-Encoding': accepted } });
      expect(response.headers.get('Content-Encoding')).toBe(encoding);
      const bytes = Buffer.from(await response.arrayBuffer());
      const decode = encoding === null ? (same: Buffer) => same : DECODERS[encoding];
      expect(decode(bytes).toString()).toContain(part);
    }
  });
});
