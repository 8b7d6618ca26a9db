import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LastLine } from './chain.ts';
import { isInRange, lineOf, oldestDay, type ReadDays } from './days.ts';
import type { AuditLine } from './line.ts';

const FILE = /^audit-(\d{4}-\d{2}-\d{2})\.jsonl$/;

const fileOf = (day: string): string => `audit-${day}.jsonl`;

/** The files of the audit: one for each day in UTC, to which every process appends whole lines. */
export type AuditFiles = {
  /** @throws the error of the file system */
  write(line: AuditLine): void;
  /** The last events, the newest first. */
  last(count: number, isWanted: (line: AuditLine) => boolean): Promise<readonly AuditLine[]>;
  /** The last line of the newest day that has a hash. */
  lastLine(): LastLine | null;
  readonly days: ReadDays;
  /** Removes the days that are older than this many. */
  prune(days: number, now: number): void;
};

/** Stores the audit in a folder, which is created if necessary. */
export function auditFiles(folder: string): AuditFiles {
  /** The last write failed and may have left an incomplete line. */
  let isCut = false;
  const days = (): string[] =>
    readdirSync(folder)
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .sort();
  const linesOf = (day: string): readonly string[] =>
    readFileSync(join(folder, fileOf(day)), 'utf8')
      .split('\n')
      .filter((text) => text !== '');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    write(line) {
      const text = `${isCut ? '\n' : ''}${JSON.stringify(line)}\n`;
      isCut = true;
      appendFileSync(join(folder, fileOf(line.time.slice(0, 10))), text, { mode: 0o600 });
      isCut = false;
    },
    async last(count, isWanted) {
      const found: AuditLine[] = [];
      for (const day of days().reverse()) {
        for (const text of linesOf(day).toReversed()) {
          const line = lineOf(text);
          if (line && isWanted(line)) found.push(line);
          if (found.length === count) return found;
        }
      }
      return found;
    },
    lastLine() {
      const day = days().at(-1);
      const hash =
        day === undefined
          ? ''
          : linesOf(day)
              .map(lineOf)
              .findLast((line) => line?.['hash'])?.['hash'];
      return day === undefined || typeof hash !== 'string' || hash === '' ? null : { day, hash };
    },
    async *days(range = {}) {
      for (const day of days()) if (isInRange(day, range)) yield { day, lines: linesOf(day).map(lineOf) };
    },
    prune(keepDays, now) {
      const oldest = oldestDay(keepDays, now);
      for (const day of days()) if (day < oldest) rmSync(join(folder, fileOf(day)), { force: true });
    },
  };
}
