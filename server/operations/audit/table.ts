import { randomUUID } from 'node:crypto';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import { sweep } from '#server/storage/sweep.ts';
import { dayOf, parseLine, type ReadDays } from './days.ts';
import type { AuditLine } from './line.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Maximum number of buffered lines while the storage does not answer. Older lines are dropped; the files contain all
 * lines.
 */
const MAX_BUFFERED_LINES = 5_000;

const COLUMNS = ['line_id', 'at', 'sequence', 'account', 'line', 'client', 'address'];

/** Numbers of lines that an insert statement stores. With only three statements, the database plans each only once. */
const LINES_PER_INSERT = [16, 4, 1];

/** The lines of all servers that share a storage. */
export type AuditTable = {
  /** Buffers a line until the next `flush`, so that no sign-in waits for it. */
  write(line: AuditLine): void;
  /** @throws StorageUnavailableError; the lines stay buffered for the next flush */
  flush(): Promise<void>;
  /** The last events of an account, the newest first. */
  last(count: number, account: string): Promise<readonly AuditLine[]>;
  readonly days: ReadDays;
  /** Removes lines that are older than a number of days, a few lines at a time. */
  prune(days: number, now: number): Promise<void>;
};

/** Stores the audit in a table. */
export function auditTable(storage: Storage): AuditTable {
  const inserts = LINES_PER_INSERT.map((lines) => ({
    lines,
    insert: storage.prepare(`${insertInto('audit_lines', COLUMNS, lines)} ON CONFLICT DO NOTHING`),
  }));
  const newestLines = storage.prepare(
    'SELECT line FROM audit_lines WHERE account = ? ORDER BY at DESC, sequence DESC LIMIT ?',
  );
  const timeRange = storage.prepare('SELECT MIN(at) AS first, MAX(at) AS last FROM audit_lines');
  const linesBetween = storage.prepare(
    'SELECT line FROM audit_lines WHERE at >= ? AND at < ? ORDER BY at, sequence, line_id',
  );
  const bufferedRows: (readonly (string | number)[])[] = [];
  /** Number of the last line that this process has written. */
  let sequence = 0;
  let runningFlush: Promise<void> = Promise.resolve();

  const flushNow = async (): Promise<void> => {
    const batch = bufferedRows.splice(0);
    if (batch.length === 0) return;
    try {
      await storage.commitTogether(async () => {
        let writtenCount = 0;
        for (const { lines, insert } of inserts) {
          for (; writtenCount + lines <= batch.length; writtenCount += lines) {
            await insert.run(...batch.slice(writtenCount, writtenCount + lines).flat());
          }
        }
      });
    } catch (error) {
      bufferedRows.unshift(...batch);
      bufferedRows.splice(0, Math.max(0, bufferedRows.length - MAX_BUFFERED_LINES));
      throw error;
    }
  };
  return {
    write(line) {
      sequence += 1;
      const { time, account, client, address } = line;
      bufferedRows.push([
        randomUUID(),
        Date.parse(time),
        sequence,
        account,
        JSON.stringify(line),
        client,
        address,
      ]);
    },
    flush() {
      runningFlush = runningFlush.catch(() => undefined).then(flushNow);
      return runningFlush;
    },
    async last(count, account) {
      return (await newestLines.all(account, count)).map(({ line }) => JSON.parse(String(line)));
    },
    async *days({ from, until } = {}) {
      const { first = null, last = null } = (await timeRange.get()) ?? {};
      if (first === null || last === null) return;
      const begin = Math.max(Number(first), from === undefined ? 0 : Date.parse(from));
      const end = Math.min(Number(last), until === undefined ? Infinity : Date.parse(until) + DAY_MS - 1);
      for (let at = Date.parse(dayOf(begin)); at <= end; at += DAY_MS) {
        const rows = await linesBetween.all(at, at + DAY_MS);
        if (rows.length > 0) yield { day: dayOf(at), lines: rows.map(({ line }) => parseLine(String(line))) };
      }
    },
    async prune(days, now) {
      const lifetimeMs = days * DAY_MS;
      await sweep(storage, [{ table: 'audit_lines', key: ['line_id'], startColumn: 'at', lifetimeMs }], now);
    },
  };
}
