import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '#tests/support/folder.ts';
import { admin } from '#tests/support/server/admin.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID } from '#tests/support/server/steps.ts';

const mailedUsers = ({ outbox }: TestServer): readonly string[] =>
  outbox.list({ channel: 'inmail' }).map(({ userId }) => userId);

const LINK_FLAGS = `--create --client ${CLIENT_ID} --per-minute 60000`;

let path: string;
let server: TestServer;

const writeIds = (ids: readonly string[]): void =>
  writeFileSync(path, ['note,userId', ...ids.map((id) => `x,${id}`)].join('\n'));
const resultsOf = (act: string): string => readFileSync(`${path}.${act}.done`, 'utf8');

/** A server with an account for each of these IDs; only `bulk3` has no mail address. */
function serverWith(
  gateways: Parameters<typeof testServer>[2] = {},
  userIds: readonly string[] = ['bulk1', 'bulk2', 'bulk3'],
): Promise<TestServer> {
  const accounts = userIds.map((userId) => ({
    userId,
    name: { ko: userId, en: userId },
    ...(userId !== 'bulk3' && { internalMail: `${userId}@example.com` }),
  }));
  return testServer({ accounts }, undefined, gateways);
}

beforeEach(async () => {
  path = join(newFolder(), 'people.csv');
  server = await serverWith();
});

test('links are sent to everybody in a file, and a second run continues the first', async () => {
  writeIds(['bulk1', 'nobody', 'bulk3']);
  expect((await admin(server, `bulk password-link ${path} ${LINK_FLAGS}`)).out).toContain(
    '3 accounts, 0 done earlier: 1 sent, 1 noAccount, 1 noMail',
  );
  expect(resultsOf('password-link')).toBe('bulk1\tsent\nnobody\tnoAccount\nbulk3\tnoMail\n');
  expect(statSync(`${path}.password-link.done`).mode & 0o777).toBe(0o600);
  writeIds(['bulk1', 'nobody', 'bulk3', 'bulk2', 'bulk2']);
  expect((await admin(server, `bulk password-link ${path} ${LINK_FLAGS}`)).out).toContain(
    '4 accounts, 3 done earlier: 1 sent',
  );
  expect(mailedUsers(server)).toEqual(['bulk1', 'bulk2']);
  expect(server.audited.at(-1)).toMatchObject({ action: 'bulk-password-link', operator: 'park' });
});

test('a bulk action stops when the gateway accepts no mail, and a second run retries unsent links', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `many${index}`);
  let isDown = true;
  const sent: string[] = [];
  const inmail = {
    deliver: async ({ userId }: { readonly userId: string }) => {
      if (isDown) throw new Error('452 too many');
      sent.push(userId);
    },
  };
  server = await serverWith({ inmail }, ids);
  writeIds(ids);
  const stopped = await admin(server, `bulk password-link ${path} ${LINK_FLAGS}`);
  expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining('5 notSent')]);
  expect(existsSync(`${path}.password-link.done`)).toBe(false);
  isDown = false;
  await admin(server, `bulk password-link ${path} ${LINK_FLAGS}`);
  expect(sent).toEqual(ids);
});

test('a bulk action does not start without a gateway, a userId column, a known action or a known service', async () => {
  writeIds(['bulk1']);
  server = await serverWith({ inmail: null, exmail: null });
  expect((await admin(server, `bulk password-link ${path} ${LINK_FLAGS}`)).err).toContain('SMTP_URL');
  for (const commandLine of [`bulk remove ${path}`, 'bulk disable', `bulk password-link ${path}`])
    expect((await admin(server, commandLine)).code).toBe(2);
  const withGateways = await serverWith();
  expect((await admin(withGateways, `bulk password-link ${path} --create --client none`)).err).toContain(
    'no such service',
  );
  expect(existsSync(`${path}.password-link.done`)).toBe(false);
  writeFileSync(path, 'id\nbulk1\n');
  expect((await admin(server, `bulk disable ${path}`)).err).toContain('not a table with a column userId');
  expect((await server.portal.accounts.find('bulk1'))?.status).toBe('active');
});

test('app links are sent by mail, are valid for a day, and need a mail address', async () => {
  writeIds(['bulk1', 'bulk3', 'nobody']);
  const { out } = await admin(server, `bulk app-link ${path} --per-minute 60000`);
  expect(out).toContain('1 sent, 1 noMail, 1 noAccount');
  expect(resultsOf('app-link')).toBe('bulk1\tsent\nbulk3\tnoMail\nnobody\tnoAccount\n');
  const [mail] = server.outbox.list({ channel: 'inmail' });
  const [, ak = ''] = /\/provisioning\?ak=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  server.wait(24 * 3_600_000 - 1);
  expect(await server.portal.provisionLinks.find(ak)).toMatchObject({ state: 'open', userId: 'bulk1' });
  server.wait(1);
  expect(await server.portal.provisionLinks.find(ak)).toEqual({ state: 'expired' });
});

test('everybody in a file is disabled and signed out, and can be enabled again', async () => {
  writeIds(['bulk1', 'bulk2']);
  await admin(server, 'disable bulk2');
  expect((await admin(server, `bulk disable ${path}`)).out).toContain('1 changed, 1 unchanged');
  expect((await server.portal.accounts.find('bulk1'))?.status).toBe('disabled');
  expect(server.engine.signedOutUsers).toEqual(['bulk2', 'bulk1']);
  expect((await admin(server, `bulk enable ${path}`)).out).toContain('2 changed');
  expect((await server.portal.accounts.find('bulk1'))?.status).toBe('active');
});
