import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LastLine } from './chain.ts';
import { isInRange, oldestDay, parseLine, type ReadDays } from './days.ts';
import type { AuditLine } from './line.ts';

const FILE_NAME = /^audit-(\d{4}-\d{2}-\d{2})\.jsonl$/;

const fileNameOf = (day: string): string => `audit-${day}.jsonl`;

/** The files of the audit: one for each day in UTC, to which every process appends whole lines. */
export type AuditFiles = {
  /** @throws the error of the file system */
  write(line: AuditLine): void;
  /** The last `count` wanted lines, the newest first. */
  last(count: number, isWanted: (line: AuditLine) => boolean): Promise<readonly AuditLine[]>;
  /** The last line of the newest day that has a hash. */
  lastLine(): LastLine | null;
  readonly days: ReadDays;
  /** Removes the files that are older than a number of days. */
  prune(days: number, now: number): void;
};

/** Stores the audit in a folder, which is created if necessary. */
export function auditFiles(folder: string): AuditFiles {
  /** Whether the last write failed, so that the last line may be incomplete. */
  let isLineIncomplete = false;
  const listDays = (): string[] =>
    readdirSync(folder)
      .flatMap((name) => FILE_NAME.exec(name)?.[1] ?? [])
      .sort();
  const readLines = (day: string): readonly string[] =>
    readFileSync(join(folder, fileNameOf(day)), 'utf8')
      .split('\n')
      .filter((text) => text !== '');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    write(line) {
      const text = `${isLineIncomplete ? '\n' : ''}${JSON.stringify(line)}\n`;
      isLineIncomplete = true;
      appendFileSync(join(folder, fileNameOf(line.time.slice(0, 10))), text, { mode: 0o600 });
      isLineIncomplete = false;
    },
    async last(count, isWanted) {
      const matchingLines: AuditLine[] = [];
      for (const day of listDays().reverse()) {
        for (const text of readLines(day).toReversed()) {
          const line = parseLine(text);
          if (line && isWanted(line)) matchingLines.push(line);
          if (matchingLines.length === count) return matchingLines;
        }
      }
      return matchingLines;
    },
    lastLine() {
      const day = listDays().at(-1);
      const hash =
        day === undefined
          ? ''
          : readLines(day)
              .map(parseLine)
              .findLast((line) => line?.['hash'])?.['hash'];
      return day === undefined || typeof hash !== 'string' || hash === '' ? null : { day, hash };
    },
    async *days(range = {}) {
      for (const day of listDays())
        if (isInRange(day, range)) yield { day, lines: readLines(day).map(parseLine) };
    },
    prune(storedDays, now) {
      const oldest = oldestDay(storedDays, now);
      for (const day of listDays()) if (day < oldest) rmSync(join(folder, fileNameOf(day)), { force: true });
    },
  };
}
