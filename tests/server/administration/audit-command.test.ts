import { beforeEach, expect, test } from 'vitest';
import { networkMatcher } from '#server/config/network-range.ts';
import { startOfDay } from '#server/login/policy/start-of-day.ts';
import { auditChain } from '#server/operations/audit/chain.ts';
import type { AuditDay } from '#server/operations/audit/days.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import { admin } from '#tests/support/server/admin.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
  server.audited.splice(0);
});

const EMPTY_LINE = {
  result: 'ok',
  account: '',
  client: '',
  method: '',
  address: '',
  browser: '',
  request: '',
};

const addLines = (...lines: readonly (Partial<AuditLine> & Pick<AuditLine, 'time' | 'event'>)[]): void => {
  server.audited.push(...lines.map((line) => ({ ...EMPTY_LINE, ...line }) as AuditLine));
};

const IN_OCTOBER = '2026-10-31T14:59:59.999Z';
const START_OF_NOVEMBER = '2026-10-31T15:00:00.000Z';
const END_OF_NOVEMBER = '2026-11-30T14:59:59.999Z';
const IN_DECEMBER = '2026-11-30T15:00:00.000Z';

const addExampleLines = (): void => {
  addLines(
    { time: IN_OCTOBER, event: 'login.completed', account: 'kim' },
    {
      time: START_OF_NOVEMBER,
      event: 'login.completed',
      account: 'kim',
      client: 'wiki',
      address: '203.0.113.9',
    },
    {
      time: START_OF_NOVEMBER,
      event: 'service.entered',
      account: 'kim',
      client: 'wiki',
      address: '203.0.113.9',
    },
    {
      time: START_OF_NOVEMBER,
      event: 'login.completed',
      account: 'lee',
      client: 'mail',
      address: '2001:db8::7',
    },
    ...Array.from({ length: 5 }, () => ({
      time: START_OF_NOVEMBER,
      event: 'login.refused' as const,
      account: 'lee',
      result: '001',
    })),
    { time: START_OF_NOVEMBER, event: 'login.locked', account: 'lee' },
    { time: END_OF_NOVEMBER, event: 'password.changed', account: 'lee' },
    { time: IN_DECEMBER, event: 'login.completed', account: 'choi' },
  );
};

/** Searches the audit with these options. @returns the account and the event of each found line */
const search = async (options: string): Promise<readonly string[]> => {
  const { out } = await admin(server, `audit ${options} --json`);
  return out === ''
    ? []
    : out.split('\n').map((line) => `${JSON.parse(line).account} ${JSON.parse(line).event}`);
};

test.for([
  ['--user kim --until 2026-11-01', ['kim login.completed', 'kim login.completed', 'kim service.entered']],
  ['--client mail', ['lee login.completed']],
  ['--network 203.0.113.0/24', ['kim login.completed', 'kim service.entered']],
  ['--network 2001:db8::/32', ['lee login.completed']],
  ['--from 2026-12-01', ['choi login.completed']],
  ['--from 2026-11-30 --until 2026-11-30', ['lee password.changed']],
  ['--user kim --client mail', []],
  ['--until 2026-12-31 --limit 1', ['choi login.completed']],
] as const)('the records are searched by %s', async ([options, found]) => {
  addExampleLines();
  expect(await search(options)).toEqual(found);
});

test('the search itself is recorded', async () => {
  await admin(server, 'audit --user kim');
  expect(server.audited).toMatchObject([
    { action: 'audit', account: 'kim', operator: 'park', details: { events: 0 } },
  ]);
});

test.for([
  ['--month 2026-13', 'a month such as'],
  ['--from yesterday', 'a day such as'],
  ['--network 203.0.113.0/99', 'a network such as'],
  ['--network office', 'a network such as'],
  ['--limit 0', '--limit'],
] as const)('“audit %s” is answered with its usage', async ([options, message]) => {
  expect(await admin(server, `audit ${options}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining(message),
  });
});

test('the summary of a month lists acts of operators and reasons of exports', async () => {
  addExampleLines();
  server.clock.now = Date.parse(END_OF_NOVEMBER);
  await admin(server, 'disable kim');
  await admin(server, 'export --reason "yearly audit"');
  await admin(server, 'export');
  const { out } = await admin(server, 'audit --month 2026-11 --json');
  const report = JSON.parse(out);
  expect(report).toMatchObject({
    month: '2026-11',
    signIns: 2,
    people: 2,
    refusals: 5,
    passwordChanges: 1,
    services: [{ name: 'wiki', count: 1 }],
    failingPeople: [{ name: 'lee', count: 5 }],
    locks: [{ name: 'lee', count: 1 }],
  });
  expect(
    report.acts.map(({ operator, action, account }: Record<string, string>) => [operator, action, account]),
  ).toEqual([
    ['park', 'disable', 'kim'],
    ['park', 'export', ''],
    ['park', 'export', ''],
  ]);
  const korean = (await admin(server, 'audit --month 2026-11 --language ko')).out;
  expect(korean).toMatch(/^2026-11 접속기록 월간 점검표 \(Asia\/Seoul\)$/m);
  expect(korean).toMatch(/^ {2}2026-11-30 23:59 +park +disable +kim/m);
  expect(korean).toMatch(/export +yearly audit$/m);
  expect(korean).toMatch(/export +사유 없음$/m);
  const english = (await admin(server, 'audit --month 2026-11 --language en')).out;
  expect(english).toContain('2 sign-ins of 2 people');
  expect(english).toMatch(/export +no reason given$/m);
});

test('the records are verified in files and database, and problems are reported', async () => {
  const chain = auditChain(() => null);
  const time = '2026-11-20T03:00:00.000Z';
  const lines = ['kim', 'lee', 'park'].map((account) =>
    chain({ ...EMPTY_LINE, time, event: 'login.completed', account }),
  );
  const days = (records: readonly AuditLine[]) =>
    async function* (): AsyncGenerator<AuditDay> {
      yield { day: '2026-11-20', lines: records };
    };
  const intact = await admin(server, 'audit --check', '', '', { files: days(lines), table: null });
  expect(intact).toMatchObject({ code: 0, out: expect.stringContaining('No line was changed or removed.') });
  const copies = { files: days(lines), table: days(lines.toSpliced(1, 1)) };
  const broken = await admin(server, 'audit --check --language ko', '', '', copies);
  expect(broken.code).toBe(1);
  expect(broken.err).toMatch(
    /이 서버의 파일:\n {2}1일, 3건을 확인했어요\.\n {2}바뀌거나 빠진 기록이 없어요\./,
  );
  expect(broken.err).toMatch(/데이터베이스:[\s\S]*문제가 1건 있어요:\n[\s\S]*3: 앞의 기록이 빠졌어요/);
  expect(server.audited.map(({ result }) => result)).toEqual(['ok', 'broken']);
});

test('networks are parsed strictly, and IPv4 and IPv6 do not mix', () => {
  const isIn = (network: string, address: string) => networkMatcher(network)?.(address) ?? null;
  expect(isIn('203.0.113.9', '203.0.113.9')).toBe(true);
  expect(isIn('203.0.113.9', '203.0.113.10')).toBe(false);
  expect(isIn('2001:db8::/33', '2001:db8:8000::1')).toBe(false);
  expect(isIn('0.0.0.0/0', '2001:db8::1')).toBe(false);
  expect(isIn('0.0.0.0/0', '')).toBe(false);
  expect([networkMatcher('203.0.113.0/x'), networkMatcher('203.0.113.0/')]).toEqual([null, null]);
});

test.for([
  ['2026-11-01', 'Asia/Seoul', START_OF_NOVEMBER],
  ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-11-01', 'Pacific/Kiritimati', '2026-10-31T10:00:00.000Z'],
  ['2026-11-01', 'Pacific/Pago_Pago', '2026-11-01T11:00:00.000Z'],
] as const)('%s begins in %s at %s', ([date, timeZone, start]) => {
  expect(new Date(startOfDay(date, timeZone)).toISOString()).toBe(start);
});
