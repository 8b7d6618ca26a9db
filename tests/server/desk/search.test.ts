import { describe, expect, it } from 'vitest';
import { auditTable } from '#server/operations/audit/table.ts';
import { DESK_USERS, type DeskServer, openDesk } from './desk-server.ts';

const idsIn = (json: Record<string, unknown>): readonly unknown[] =>
  (json['people'] as readonly { readonly userId: string }[]).map(({ userId }) => userId);

describe('people', () => {
  const deskWithPeople = async (): Promise<DeskServer> => {
    const desk = await openDesk();
    await desk.addAccount('sejin', {
      name: { ko: '이 세진', en: 'Sejin Lee' },
      phoneNumber: '010-9876-5432',
      internalMail: 'Sejin.Lee@hanbit.example',
      privateMail: 'sejin@mail.example',
    });
    await desk.addAccount('2026-0001', { name: { ko: '남궁민', en: 'Min Namgoong' } });
    return desk;
  };

  it.each([
    ['SEJ', ['sejin']],
    ['ｓｅｊｉｎ', ['sejin']],
    ['이 세', ['sejin']],
    ['세진', ['sejin']],
    ['sejin.lee@', ['sejin']],
    ['010 9876', ['sejin']],
    ['98765432', ['sejin']],
    ['5432', ['sejin']],
    ['2026-00', ['2026-0001']],
    ['20260001', ['2026-0001']],
    ['namg', ['2026-0001']],
    ['jin', []],
    ['%', []],
  ])('are found by %s: %j', async (find, ids) => {
    const desk = await deskWithPeople();
    const { call } = await desk.signInAtDesk(DESK_USERS.viewer);
    expect(idsIn((await call('people', { find })).json)).toEqual(ids);
  });

  it('are found by their current name and number', async () => {
    const desk = await deskWithPeople();
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    await call('change', { userId: 'sejin', fields: { nameEn: 'Sara Lee', phoneNumber: '' } });
    expect(idsIn((await call('people', { find: 'sara' })).json)).toEqual(['sejin']);
    expect(idsIn((await call('people', { find: '5432' })).json)).toEqual([]);
  });

  it.each([
    ['disabled', ['jung', 'sedong'], ['sedong']],
    ['dormant', ['2026-0001'], []],
    ['locked', ['choi', 'jo', 'sejin'], ['sejin']],
  ])('are filtered by %s, with and without a search text', async (status, all, matching) => {
    const desk = await deskWithPeople();
    await desk.addAccount('sedong', { name: { ko: '이 세동', en: 'Sedong Lee' }, status: 'disabled' });
    await desk.db.prepare("UPDATE accounts SET suspended = 'dormant' WHERE user_id = '2026-0001'").run();
    const lock = desk.db.prepare(
      "INSERT INTO attempts (user_id, token_code, failures, locked_until) VALUES (?, '-1', 5, ?)",
    );
    await lock.run('sejin', desk.clock.now + 1);
    await lock.run('kim', desk.clock.now);
    const { call } = await desk.signInAtDesk(DESK_USERS.viewer);
    expect(idsIn((await call('people', { find: '', status })).json)).toEqual(all);
    expect(idsIn((await call('people', { find: '이 세', status })).json)).toEqual(matching);
  });

  it('are returned in pages, for many and for few matches', async () => {
    const desk = await openDesk();
    for (let number = 0; number < 10_100; number += 1) {
      await desk.addAccount(`bulk${String(number).padStart(5, '0')}`, {
        status: number % 2 ? 'disabled' : 'active',
      });
    }
    const { call } = await desk.signInAtDesk(DESK_USERS.viewer);
    for (const find of ['bulk', 'bulk0000']) {
      const results: unknown[] = [];
      let after: unknown = '';
      for (let page = 0; page < 3 && after !== null; page += 1) {
        const { json } = await call('people', { find, status: 'active', after, limit: 2 });
        results.push(...idsIn(json));
        after = json['next'];
      }
      const expected = ['bulk00000', 'bulk00002', 'bulk00004', 'bulk00006', 'bulk00008', 'bulk00010'];
      expect(results).toEqual(find === 'bulk' ? expected : expected.slice(0, 5));
    }
  });
});

/** 90 events, an hour apart, of three people at two services from two networks. */
const deskWithEvents = async (): Promise<DeskServer> => {
  const desk = await openDesk();
  const table = auditTable(desk.db);
  for (let number = 0; number < 90; number += 1) {
    table.write({
      time: new Date(desk.clock.now - number * 3_600_000).toISOString(),
      event: 'login.completed',
      result: 'ok',
      account: ['kim', 'lee', 'park'][number % 3] ?? '',
      client: number % 2 ? 'demo-board' : 'demo-oidc',
      method: 'pw',
      address: number % 2 ? `203.0.113.${number}` : '198.51.100.7',
      browser: 'Chrome',
      request: String(number),
    });
  }
  await table.flush();
  return desk;
};

const eventsIn = (json: Record<string, unknown>) =>
  json['events'] as readonly { readonly time: string; readonly userId: string; readonly address: string }[];

/** A desk with lines of the audit, a millisecond apart. @param oldest the address of the oldest line */
const deskWithLines = async (count: number, oldest = '198.51.100.7'): Promise<DeskServer> => {
  const desk = await openDesk();
  const table = auditTable(desk.db);
  const line = {
    event: 'login.completed',
    result: 'ok',
    account: 'kim',
    client: '',
    method: '',
    browser: '',
    request: '',
  } as const;
  for (let number = 0; number < count; number += 1) {
    const time = new Date(desk.clock.now - number).toISOString();
    const address = number === count - 1 ? oldest : '198.51.100.7';
    table.write({ ...line, time, address });
    if (number % 4000 === 0) await table.flush();
  }
  await table.flush();
  return desk;
};

/** The result and the number of lines of each recorded end of an export. */
const exportEndsIn = ({ audited }: DeskServer) =>
  audited.flatMap(({ action, result, details }: Readonly<Record<string, unknown>>) =>
    action === 'audit-export-end' && result !== 'noJob'
      ? [[result, (details as { readonly lines: number }).lines]]
      : [],
  );

describe('the audit', () => {
  it.each<readonly [object, number]>([
    [{}, 90],
    [{ userId: 'KIM' }, 30],
    [{ clientId: 'demo-board' }, 45],
    [{ network: '203.0.113.0/24' }, 45],
    [{ network: '198.51.100.7' }, 45],
    [{ network: '198.51.100.7', userId: 'kim' }, 15],
    [{ userId: 'kim', clientId: 'demo-oidc' }, 15],
    [{ network: '2001:db8::/32' }, 0],
    [{ userId: 'none' }, 0],
    [{ from: '2026-11-20' }, 13],
    [{ until: '2026-11-18' }, 53],
    [{ from: '2026-11-19', until: '2026-11-19' }, 24],
  ])('is searched by %o, the newest first, in pages', async (filter, count) => {
    const desk = await deskWithEvents();
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const results: string[] = [];
    let after: unknown;
    do {
      const { json } = await call('audit', { ...filter, limit: 7, ...(after !== undefined && { after }) });
      results.push(...eventsIn(json).map(({ time }) => time));
      after = json['next'];
    } while (typeof after === 'string');
    expect(results).toHaveLength(count);
    expect(results).toEqual([...new Set(results)].sort().reverse());
  });

  it('is searched in parts when no index applies', async () => {
    const desk = await deskWithLines(12_000, '203.0.113.9');
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const first = await call('audit', { network: '203.0.113.0/24' });
    expect(first.json).toMatchObject({
      events: [],
      next: expect.any(String),
      searchedTo: expect.any(String),
    });
    const second = await call('audit', { network: '203.0.113.0/24', after: first.json['next'] });
    expect(second.json).toMatchObject({ next: null, searchedTo: null });
    expect(eventsIn(second.json)).toHaveLength(1);
  });

  it('masks addresses for a viewer', async () => {
    const desk = await deskWithEvents();
    const { call } = await desk.signInAtDesk(DESK_USERS.viewer);
    const { text } = await call('audit', { userId: 'kim' });
    expect(text).toContain('198.51.100.*');
    expect(text).not.toContain('198.51.100.7');
  });
});

describe('an export of the audit', () => {
  it('is complete, and audited with its reason and its end', async () => {
    const desk = await deskWithEvents();
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const csv = await call('auditExport', { userId: 'kim', format: 'csv', reason: 'monthly review' });
    expect(desk.audited.at(-1)).toMatchObject({
      action: 'audit-export',
      account: 'kim',
      details: { format: 'csv', userId: 'kim', reason: 'monthly review' },
    });
    const part = await call('auditExportPart', csv.json);
    expect(part.json).toMatchObject({ lines: 30, next: null, searchedTo: null });
    expect(String(part.json['content']).trim().split('\n')).toHaveLength(31);
    expect(desk.audited.at(-1)).toMatchObject({ action: 'audit-export-end', details: { lines: 30 } });
    const ndjson = await call('auditExport', { format: 'ndjson', reason: 'monthly review' });
    const { json } = await call('auditExportPart', ndjson.json);
    expect(
      String(json['content'])
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).request),
    ).toHaveLength(90);
  });

  it('has parts that can be read again, also when the sign-in has become too old to begin an export', async () => {
    const desk = await deskWithLines(5_000);
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const reason = 'monthly review';
    const { json: exportJob } = await call('auditExport', { format: 'ndjson', reason });
    const parts: Record<string, unknown>[] = [];
    let after: unknown;
    do {
      desk.wait(6 * 60_000);
      const read = () => call('auditExportPart', { ...exportJob, ...(after !== undefined && { after }) });
      const firstRead = await read();
      parts.push((await read()).json);
      expect(firstRead.json).toEqual(parts.at(-1));
      after = parts.at(-1)?.['next'];
    } while (typeof after === 'string');
    const times = parts.flatMap(({ content }) =>
      String(content)
        .trim()
        .split('\n')
        .map((line): string => JSON.parse(line).time),
    );
    expect(parts.map(({ lines }) => lines)).toEqual([2_000, 4_000, 5_000]);
    expect(times).toHaveLength(5_000);
    expect(times).toEqual([...new Set(times)].sort().reverse());
    expect(exportEndsIn(desk)).toEqual([['ok', 5_000]]);
  });

  it('can be read only by the person who began it, and its parts do not count as calls of the minute', async () => {
    const desk = await deskWithLines(1);
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const { call: other } = await desk.signInAtDesk(DESK_USERS.secondAdministrator);
    const { json: exportJob } = await call('auditExport', { format: 'csv', reason: 'monthly review' });
    expect((await other('auditExportPart', exportJob)).json).toEqual({ code: 'noJob' });
    for (let count = 0; count < 301; count += 1) await call('auditExportPart', exportJob);
    expect((await call('session')).status).toBe(200);
    expect((await call('services')).status).toBe(200);
  });

  it('is recorded as left when it is discarded or replaced by another export', async () => {
    const desk = await deskWithLines(3_000);
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const beginExport = async () =>
      (await call('auditExport', { format: 'csv', reason: 'monthly review' })).json;
    const first = await beginExport();
    await call('auditExportPart', first);
    const second = await beginExport();
    expect((await call('auditExportPart', first)).json).toEqual({ code: 'noJob' });
    expect((await call('auditExportEnd', second)).json).toEqual({ outcome: 'done' });
    expect((await call('auditExportEnd', second)).json).toEqual({ code: 'noJob' });
    expect(exportEndsIn(desk)).toEqual([
      ['left', 2_000],
      ['left', 0],
    ]);
  });
});
