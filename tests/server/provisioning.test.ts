import { expect, test } from 'vitest';
import { administrationOf } from '#server/administration/administration.ts';
import { checkProvision } from '#tests/support/server/app-registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { errCodeOrStatus } from './methods/steps.ts';

const MINUTE = 60_000;

async function startServer() {
  const server = await testServer();
  const administration = administrationOf(server.portal);
  const akOf = async (userId: string) =>
    new URL((await administration.issueProvisionLink(userId)) ?? '').searchParams.get('ak') ?? '';
  return { ...server, administration, akOf };
}

test('a link has the public address and 128 random bits, and needs no session', async () => {
  const { administration, akOf, browser } = await startServer();
  expect(await administration.issueProvisionLink('kim')).toMatch(
    /^http:\/\/localhost:8080\/provisioning\?ak=[\w-]{22}$/,
  );
  expect(await administration.issueProvisionLink('nobody')).toBeNull();
  const ak = await akOf('kim');
  const { status, json } = await checkProvision(browser(), ak);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    publicKeyModulus: expect.stringMatching(/^[\w-]{342}$/),
    publicKeyExponent: 'AQAB',
  });
  expect(JSON.parse(Buffer.from(String(json['akData']), 'base64url').toString())).toMatchObject({
    ak,
    userId: 'kim',
  });
});

test('a check of a link does not use it up, and the key stays the same', async () => {
  const { akOf, browser } = await startServer();
  const ak = await akOf('kim');
  const [first, second] = [await checkProvision(browser(), ak), await checkProvision(browser(), ak)];
  expect(second.json).toEqual(first.json);
});

test('a link is valid for five minutes or until a newer one; an invented one is refused', async () => {
  const { akOf, browser, wait } = await startServer();
  const old = await akOf('kim');
  const ak = await akOf('kim');
  expect(errCodeOrStatus(await checkProvision(browser(), old))).toBe('urlUsed');
  wait(5 * MINUTE - 1);
  expect(errCodeOrStatus(await checkProvision(browser(), ak))).toBe(200);
  wait(1);
  expect(errCodeOrStatus(await checkProvision(browser(), ak))).toBe('urlExpired');
  expect(errCodeOrStatus(await checkProvision(browser(), 'invented'))).toBe('urlInvalid');
});

test('the database contains no ak', async () => {
  const { akOf, db } = await startServer();
  const ak = await akOf('kim');
  expect(JSON.stringify(await db.prepare('SELECT * FROM provision_links').all())).not.toContain(ak);
});
