import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSamlKey, samlKeyRing } from '#server/protocols/saml/keys.ts';
import { loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { isPortalPage } from '#tests/server/oidc/engine-server.ts';
import { type PortalAndLab, startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { submitFormAt } from './form.ts';
import { signIn } from './portal-calls.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let server: PortalAndLab;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server = await startPortalAndLab();
});
afterAll(async () => {
  await server.close();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Signs in at the service, which uses the portal's metadata for a day; returns the name ID that it accepted. */
async function nameIdAfterSignIn(): Promise<unknown> {
  const browser = new Browser();
  await browser.open(await browser.follow(`${server.lab}/expenses/login`, isPortalPage));
  const { json } = await signIn(browser, server.portal, 'kim', 'demo-saml', 'saml');
  await submitFormAt(browser, String(json['to']));
  return (await (await browser.open(`${server.lab}/expenses/session`)).json()).nameId;
}

async function certificates(): Promise<readonly string[]> {
  const metadata = await (await fetch(`${server.portal}/saml/metadata`)).text();
  return Array.from(metadata.matchAll(/X509Certificate>([^<]+)</g), ([, body = '']) => body);
}

it('no sign-in at a SAML service is refused while the key is rotated by another process', async () => {
  expect(await nameIdAfterSignIn()).toBe('kim');
  const [current] = await certificates();
  const entityId = `${server.portal}/saml/metadata`;
  const storage = await openDatabase(IN_MEMORY, loadDataKeys(server.dataDir));
  const ring = samlKeyRing({ storage, dataDir: server.dataDir }, entityId, Date.now);
  await ring.rotate(() => createSamlKey(entityId, Date.now(), Date.now() + 14 * DAY), Date.now());

  wait(31_000);
  expect(await nameIdAfterSignIn()).toBe('kim');
  const [first, next, ...others] = await certificates();
  expect([first, others]).toEqual([current, []]);
  wait(13 * DAY);
  expect(await nameIdAfterSignIn()).toBe('kim');

  wait(DAY);
  expect(await nameIdAfterSignIn()).toBe('kim');
  expect(await certificates()).toEqual([next, current]);
  wait(DAY + HOUR);
  expect(await nameIdAfterSignIn()).toBe('kim');
});
