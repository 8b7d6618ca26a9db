import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { withBrand } from '#server/http/page/brand.ts';
import { siteOf } from '#server/http/page/site.ts';
import { lockDataFolder } from '#server/storage/folder.ts';
import { startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { newFolder } from '#tests/support/folder.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const site = siteOf('<html></html>', new Map(), { renderFirstScreen: null, runPortal: null });
const settings = (
  branding: Parameters<typeof withBrand>[1]['branding'],
): Parameters<typeof withBrand>[1] => ({ branding, clients: [], serviceProviders: [] });

const data = newFolder();
const folder = join(data, 'brand');
mkdirSync(join(folder, 'folder.svg'), { recursive: true });
for (const name of ['logo.svg', 'logo.png', 'logo.webp', 'page.html', 'script.js', '.svg']) {
  writeFileSync(join(folder, name), SVG);
}
writeFileSync(join(data, 'secret.svg'), SVG);

test("only pictures of the data folder's brand folder are served", () => {
  const { files } = withBrand(site, settings({}), data);
  expect([...files].map(([path, { type }]) => [path, type]).sort()).toEqual([
    ['/brand/logo.png', 'image/png'],
    ['/brand/logo.svg', 'image/svg+xml'],
    ['/brand/logo.webp', 'image/webp'],
  ]);
  expect(withBrand(site, settings({}), folder).files.size).toBe(0);
});

test('clearing the data keeps the pictures', () => {
  const dataFolder = lockDataFolder(data);
  dataFolder.clear();
  dataFolder.release();
  expect(withBrand(site, settings({}), data).files.size).toBe(3);
});

test.for([
  ['a missing folder', { folder: '/none/here' }, 'branding.folder: /none/here does not exist'],
  [
    'a logo that is not in the folder',
    { logo: '/brand/lgo.svg' },
    'branding.logo: /brand/lgo.svg is not a picture in',
  ],
  [
    'a dark logo outside the folder',
    { logo: { light: '/brand/logo.svg', dark: '/brand/../secret.svg' } },
    'branding.logo: /brand/../secret.svg is not a picture in',
  ],
] as const)('the server does not start with %s', ([, branding, problem]) => {
  expect(() => withBrand(site, settings(branding), data)).toThrow(problem);
});

test('the server does not start when the logo of a service is missing', () => {
  const client = serviceOf('shop', {
    branding: { logo: { light: '/brand/logo.svg', dark: '/brand/shop-dark.svg' } },
  });
  const sources = { mode: 'demo', publicUrl: 'http://localhost:1', labOrigin: 'http://localhost:2' } as const;
  const config = resolveConfig({ clients: [client] }, 'test', sources);
  expect(() => withBrand(site, config, data)).toThrow(
    'clients[0].branding.logo: /brand/shop-dark.svg is not a picture in',
  );
});

test('a picture is served with its type and a content security policy that forbids scripts', async () => {
  const { portal, close } = await startPortalAndLab({ branding: { folder, logo: '/brand/logo.svg' } });
  try {
    const picture = await fetch(`${portal}/brand/logo.svg`);
    expect(await picture.text()).toBe(SVG);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    });
    for (const path of [
      'page.html',
      '..%2fsecret.svg',
      '%2e%2e/secret.svg',
      'folder.svg',
      '..%5csecret.svg',
    ]) {
      expect((await fetch(`${portal}/brand/${path}`)).status, path).toBe(404);
    }
  } finally {
    await close();
  }
});
