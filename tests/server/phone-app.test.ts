import { expect, test } from 'vitest';
import { phonePagePolicy } from '#server/http/page/phone-policy.ts';
import { testServer } from '#tests/support/server/server.ts';

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types munjigi-app',
  'frame-ancestors http://localhost:8081 http://127.0.0.1:8081',
].join('; ');

test.for([
  ['/app/', 'text/html; charset=utf-8', PAGE_POLICY, 'no-cache'],
  ['/app/worker.js', 'text/javascript; charset=utf-8', "default-src 'none'; connect-src 'self'", 'no-cache'],
  [
    '/app/assets/main-abc123.js',
    'text/javascript; charset=utf-8',
    "default-src 'none'; frame-ancestors 'none'",
    'public, max-age=31536000, immutable',
  ],
] as const)('the app has %s, with a policy of its own and no session', async ([path, type, policy, kept]) => {
  const { browser } = await testServer();
  const { status, headers } = await browser().visit(path);
  expect(status).toBe(200);
  expect(headers.getSetCookie()).toEqual([]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': type,
    'content-security-policy': policy,
    'cache-control': kept,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

test('nobody may show it in a frame but the lab of a demonstration', () => {
  expect(phonePagePolicy([])).toMatch(/; frame-ancestors 'none'$/);
});

test('its page alone may use the camera', async () => {
  const { browser } = await testServer();
  const cameraOf = async (path: string) =>
    /camera=\([^)]*\)/.exec((await browser().visit(path)).headers.get('Permissions-Policy') ?? '')?.[0];
  expect(await cameraOf('/app/')).toBe('camera=(self)');
  for (const path of ['/app/worker.js', '/', '/login']) expect(await cameraOf(path)).toBe('camera=()');
});

test('its folder is found without the slash, and nothing else below it', async () => {
  const { browser } = await testServer();
  const { status, headers } = await browser().visit('/app');
  expect([status, headers.get('Location')]).toEqual([308, '/app/']);
  expect((await browser().visit('/app/other')).status).toBe(404);
});
