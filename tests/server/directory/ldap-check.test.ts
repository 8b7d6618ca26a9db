import { afterEach, expect, test } from 'vitest';
import { stepLines } from '#cli/admin/ldap-check.ts';
import type { LdapSettings } from '#server/config/ldap.ts';
import { type CheckedStep, checkCertificate, checkDirectory } from '#server/directory/ldap/check.ts';
import { startTestDirectory, type TestDirectory } from '#tests/support/ldap/directory.ts';
import { BASE_DN, ldapSettingsOf, PEOPLE } from '#tests/support/ldap/people.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

let directory: TestDirectory;
afterEach(() => directory?.close());

type Options = Partial<Parameters<typeof startTestDirectory>[0]>;

async function check(
  options: Options = {},
  settings: Partial<LdapSettings> = {},
  userId: string | null = 'seok',
): Promise<readonly CheckedStep[]> {
  directory = await startTestDirectory({ people: PEOPLE, ...options });
  return checkDirectory(
    settings.urls?.[0] ?? directory.url,
    { ...ldapSettingsOf(directory), ...settings },
    userId,
    NOW,
  );
}

/** A sign for each outcome of a step. */
const SIGN = { good: '+', warned: '!', failed: 'X', leftOut: '-', notReached: '.' } as const;

const signs = (steps: readonly CheckedStep[]): string => steps.map(({ outcome }) => SIGN[outcome]).join('');

test('ldap-check tries every step of finding a person and names missing attributes', async () => {
  const steps = await check();
  expect(steps.map(({ step, outcome, resultText }) => [step, outcome, resultText.en])).toEqual([
    ['name', 'good', '127.0.0.1'],
    ['tcp', 'good', String(directory.port)],
    ['tls', 'good', expect.stringContaining('DNS:localhost, IP Address:127.0.0.1')],
    ['bind', 'good', 'cn=portal,dc=hanbit,dc=example'],
    ['base', 'good', BASE_DN],
    ['person', 'good', `uid=seok,${BASE_DN}`],
    ['fields', 'warned', 'missing: mobile'],
  ]);
});

test('ldap-check without an ID skips the steps of the person', async () => {
  expect(signs(await check({}, {}, null))).toBe('+++++--');
});

const CLOSED_PORT = { urls: ['ldap://127.0.0.1:9'] };

test.for<[string, Options, Partial<LdapSettings>, string, string, RegExp, RegExp]>([
  [
    'an unknown host name',
    {},
    { urls: ['ldap://directory.invalid'] },
    'seok',
    'X......',
    /DNS/,
    /DNS of this server/,
  ],
  ['a closed port', {}, CLOSED_PORT, 'seok', '+X.....', /실행 중인지/, /Nothing listens/],
  ['an expired certificate', { certificate: 'expired' }, {}, 'seok', '++X....', /만료됐어요/, /has expired/],
  [
    'a certificate of another host',
    { certificate: 'other' },
    {},
    'seok',
    '++X....',
    /호스트 이름이 없어요/,
    /does not contain this host name/,
  ],
  ['an unknown authority', {}, { authorities: null }, 'seok', '++X....', /ldap\.caFile/, /ldap\.caFile/],
  ['no encryption', { certificate: 'none' }, {}, 'seok', '++X....', /StartTLS/, /does not support StartTLS/],
  [
    'a refused bind account',
    {},
    { bindPassword: 'another' },
    'seok',
    '+++X...',
    /bindPasswordFile/,
    /bindPasswordFile/,
  ],
  [
    'a missing base',
    {},
    { baseDn: 'ou=nowhere' },
    'seok',
    '++++X..',
    /baseDn/,
    /does not exist in the directory/,
  ],
  ['an unknown person', {}, {}, 'nobody', '+++++X.', /찾지 못했어요/, /No person has this ID/],
  ['two people with one ID', {}, {}, 'twin', '+++++X.', /둘 이상/, /Two or more/],
])(
  'ldap-check says what to do about the first failed step: %s',
  async ([, options, settings, userId, expected, ko, en]) => {
    const steps = await check(options, settings, userId);
    expect(signs(steps)).toBe(expected);
    const remedy = steps.find(({ outcome }) => outcome === 'failed')?.remedy;
    expect(remedy?.ko).toMatch(ko);
    expect(remedy?.en).toMatch(en);
  },
);

test('ldap-check warns of an unencrypted connection', async () => {
  expect(signs(await check({}, { startTls: false }))).toBe('++!+++!');
});

test('ldap-check uses the DN of a template without a search', async () => {
  const steps = await check(
    {},
    { dnTemplate: `uid={userId},${BASE_DN}`, bindDn: undefined, baseDn: undefined },
  );
  expect(signs(steps)).toBe('+++--+-');
});

test('ldap-check warns of a certificate that expires within 30 days', () => {
  const endsIn = (days: number) => ({
    valid_to: new Date(NOW + days * DAY_MS).toUTCString(),
    subjectaltname: 'DNS:dc1.hanbit.example',
  });
  expect(checkCertificate(endsIn(30), NOW).outcome).toBe('good');
  expect(checkCertificate(endsIn(29), NOW)).toMatchObject({
    outcome: 'warned',
    resultText: { en: 'the certificate is valid for 29 days (DNS:dc1.hanbit.example)' },
  });
});

test('ldap-check prints a line for a step, with advice below it, in the chosen language', async () => {
  const [, , , bindStep] = await check({}, { bindPassword: 'another' });
  if (!bindStep) throw new Error('there is no bind');
  expect(stepLines(bindStep, 3, 'ko')).toEqual([
    '  4 ✗ 바인드: wrong: bindDn was refused: wrong',
    expect.stringContaining('      디렉터리가 bindDn 계정을 받지 않았어요.'),
  ]);
  expect(stepLines(bindStep, 3, 'en')).toEqual([
    expect.stringMatching(/^ {2}4 ✗ bind/),
    expect.stringMatching(/^ {6}The directory/),
  ]);
});
