import { beforeEach, expect } from 'vitest';
import { DEMO_SP_CERTIFICATE, DEMO_SP_PRIVATE_KEY } from '#server/config/demo-saml.ts';
import { newFolder } from '#tests/support/folder.ts';
import { admin } from '#tests/support/server/admin.ts';
import { NOON, testServer } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';

const HOUR = 60 * 60_000;

let dataDir: string;
beforeEach(() => {
  dataDir = newFolder();
});

const timeAfter = (hours: number): string => new Date(NOON + hours * HOUR).toISOString();

async function openServer() {
  const server = await testServer();
  const run = async (commandLine: string) => {
    const { code, out, err } = await admin(server, commandLine, '', dataDir);
    const states = out
      .split('\n')
      .filter((line) => !line.startsWith('data'))
      .map((line) => line.split('  ').slice(0, 2).join(': '));
    return code === 0 ? states : err;
  };
  return { run, server };
}

const test = testWithSetup(openServer);

test('a new key is published immediately and signs after a day; then the next can be created', async ({
  setup: { run, server },
}) => {
  const [signingOidc, signingSaml] = ['oidc: signs · 서명 중', 'saml: signs · 서명 중'];
  expect(await run('keys')).toEqual([signingOidc, signingSaml]);
  expect(await run('rotate-keys oidc')).toEqual([
    signingOidc,
    `oidc: signs from · 서명 시작 ${timeAfter(24)}`,
    signingSaml,
  ]);
  expect(await run('rotate-keys oidc')).toContain(`signs from ${timeAfter(24)}: rotate again after that`);
  server.wait(24 * HOUR);
  expect(await run('keys')).toEqual(['oidc: has signed · 이전 키', signingOidc, signingSaml]);
  expect(await run('rotate-keys saml --sign-after 2')).toEqual([
    'oidc: has signed · 이전 키',
    signingOidc,
    signingSaml,
    `saml: signs from · 서명 시작 ${timeAfter(26)}`,
  ]);
  expect(
    server.audited.map(({ action, operator, result, details }) => [action, operator, result, details]),
  ).toEqual([
    ['keys', 'park', 'ok', undefined],
    ['rotate-keys', 'park', 'ok', { kind: 'oidc', signsFrom: timeAfter(24) }],
    ['rotate-keys', 'park', 'keyWaits', undefined],
    ['keys', 'park', 'ok', undefined],
    ['rotate-keys', 'park', 'ok', { kind: 'saml', signsFrom: timeAfter(26) }],
  ]);
});

test('a SAML key signs after 14 days, since services read metadata less often', async ({
  setup: { run },
}) => {
  expect(await run('rotate-keys saml')).toContain(`saml: signs from · 서명 시작 ${timeAfter(14 * 24)}`);
});

test('one of two concurrent rotations is refused', async ({ setup: { server } }) => {
  const results = await Promise.all([1, 2].map(() => admin(server, 'rotate-keys oidc', '', dataDir)));
  expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
});

test('a SAML key of the configuration can only be changed in the configuration', async ({
  setup: { server },
}) => {
  const samlKey = { privateKey: DEMO_SP_PRIVATE_KEY, certificate: DEMO_SP_CERTIFICATE };
  const portal = { ...server.portal, config: { ...server.portal.config, samlKey } };
  const command = await admin({ ...server, portal }, 'rotate-keys saml', '', dataDir);
  expect(command).toMatchObject({ code: 1, err: expect.stringContaining('change it there') });
});

test.for([
  ['rotate-keys', 'takes oidc or saml'],
  ['rotate-keys tls', 'takes oidc or saml'],
  ['rotate-keys oidc --sign-after soon', '--sign-after must be a number of hours'],
  ['keys oidc', 'takes no arguments'],
  ['keys --wrong', '--wrong'],
] as const)('“%s” is answered with its usage', async ([commandLine, message], { setup: { run } }) => {
  expect(await run(commandLine)).toContain(message);
});
