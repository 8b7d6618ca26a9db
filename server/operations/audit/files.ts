import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditLine } from './line.ts';

const DAY_MS = 24 * 60 * 60_000;

const FILE = /^audit-(\d{4}-\d{2}-\d{2})\.jsonl$/;

const fileOf = (day: string): string => `audit-${day}.jsonl`;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The files of the audit: one for each day in UTC, to which every process appends whole lines. */
export type AuditFiles = {
  /** @throws the error of the file system */
  write(line: AuditLine): void;
  /** The last events, the newest first. */
  last(count: number, isWanted: (line: AuditLine) => boolean): Promise<readonly AuditLine[]>;
  /** Removes the days that are older than this many. */
  prune(days: number, now: number): void;
};

/** Skips truncated lines, which a full disk may leave. */
function lineOf(text: string): AuditLine | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps the audit in a folder, which is made when it is not there. */
export function auditFiles(folder: string): AuditFiles {
  /** The last write failed; its remains must not precede the next line. */
  let isCut = false;
  const days = (): string[] =>
    readdirSync(folder)
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .sort();
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
        const lines = readFileSync(join(folder, fileOf(day)), 'utf8').split('\n');
        for (const text of lines.reverse()) {
          const line = text === '' ? null : lineOf(text);
          if (line && isWanted(line)) found.push(line);
          if (found.length === count) return found;
        }
      }
      return found;
    },
    prune(keepDays, now) {
      const oldest = dayOf(now - keepDays * DAY_MS);
      for (const day of days()) if (day < oldest) rmSync(join(folder, fileOf(day)), { force: true });
    },
  };
}
