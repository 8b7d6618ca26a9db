import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { testServer } from '#tests/support/server/server.ts';
import { test } from '#tests/support/server/test.ts';
import { EARLY_SCRIPT } from '#wire/early-script.ts';

describe('headers', () => {
  test('of a page restrict sources, forms and frames', async ({ browser }) => {
    const { headers } = await browser.visit('/first/select');
    expect(headers.get('Content-Security-Policy')).toBe(
      [
        "default-src 'none'",
        `script-src 'self' 'sha256-${createHash('sha256').update(EARLY_SCRIPT).digest('base64')}'`,
        `style-src 'self' 'sha256-${createHash('sha256').update('p{color:red}').digest('base64')}'`,
        "img-src 'self' data:",
        "connect-src 'self' http://localhost:8081",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('publickey-credentials-get=(self)'),
      vary: 'Accept-Encoding, Accept-Language, Cookie',
    });
    expect(headers.has('Strict-Transport-Security')).toBe(false);
  });

  test('follow the configuration', async () => {
    const { browser } = await testServer({
      publicUrl: 'https://login.example.com',
      ipUrl: 'https://ip.example.net/json?x=1',
      parentOrigin: 'https://parent.example.org',
      branding: {
        logo: { light: 'https://cdn.example.net/logo.svg', dark: 'https://dark.example.net/x.svg' },
      },
      clients: [
        {
          clientId: 'shop',
          redirectUris: ['https://shop.example.net/cb'],
          serviceName: { ko: '상점', en: 'Shop' },
          branding: { logo: 'https://shop.example.net/logo.svg' },
        },
      ],
    });
    const policyOf = async (path: string) =>
      (await browser().visit(path)).headers.get('Content-Security-Policy')?.split('; ');
    expect(await policyOf('/first')).toEqual(
      expect.arrayContaining([
        "connect-src 'self' https://ip.example.net",
        "img-src 'self' data: https://cdn.example.net https://dark.example.net https://shop.example.net",
        "frame-ancestors 'none'",
      ]),
    );
    expect(await policyOf('/authenticated')).toContain('frame-ancestors https://parent.example.org');
  });

  test('require https for a year, including subdomains', async () => {
    const { browser } = await testServer({ publicUrl: 'https://login.example.com' });
    expect((await browser().visit('/first')).headers.get('Strict-Transport-Security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });

  test('allow only the own origin to frame /authenticated without a configured parent', async () => {
    const { browser } = await testServer();
    expect((await browser().visit('/authenticated')).headers.get('Content-Security-Policy')).toContain(
      "frame-ancestors 'self'",
    );
  });

  test('of a call prevent caching', async ({ browser }) => {
    const { headers } = await browser.call('GET', '/summary/auth');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });
});
