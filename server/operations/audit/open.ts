import { join, resolve } from 'node:path';
import type { Storage } from '#server/storage/storage.ts';
import { auditChain } from './chain.ts';
import type { ReadDays } from './days.ts';
import type { Audit } from './event.ts';
import { auditFiles } from './files.ts';
import { type AuditLine, auditTo } from './line.ts';
import { auditTable } from './table.ts';

/** The settings of the audit. */
export type AuditSettings = {
  readonly to: 'files' | 'stdout';
  /** Folder of the audit files; by default `audit` in the folder of the data. */
  readonly folder?: string | undefined;
  /** Number of days for which the audit is stored. */
  readonly days: number;
};

type AuditOptions = {
  readonly dataDir: string;
  /** A PostgreSQL storage also stores the audit, for all servers that share it. */
  readonly storage: Storage;
  readonly now: () => number;
  /** Whether the help desk searches the audit; a SQLite storage then also stores the audit. */
  readonly isSearched?: boolean;
  /** Called when an event could not be written. The request does not wait for it. */
  readonly reportFailure: (error: unknown) => void;
};

/** Access to earlier events. */
export type AuditHistory = {
  /** The last events of an account, the newest first. */
  last(count: number, account: string): Promise<readonly AuditLine[]>;
  readonly days: ReadDays;
};

/** The readable copies of the audit; null for a copy that does not exist. */
export type AuditCopies = { readonly files: ReadDays | null; readonly table: ReadDays | null };

export type OpenAudit = {
  readonly audit: Audit;
  /** Null when events go only to standard output, which cannot be read back. */
  readonly history: AuditHistory | null;
  readonly copies: AuditCopies;
  /** Writes the buffered lines. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const PRUNE_EVERY_MS = 60 * 60_000;

const FLUSH_EVERY_MS = 250;

/** Maximum number of buffered lines while a folder cannot be written. */
const MAX_BUFFERED_LINES = 5_000;

const writeToStdout = (line: AuditLine): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/**
 * Opens the audit of a server or command. Events are written to files or standard output, and also to the storage when
 * servers share it or the help desk searches it. Expired days are removed immediately and then once an hour.
 */
export function openAudit({ to, folder, days }: AuditSettings, options: AuditOptions): OpenAudit {
  const { dataDir, storage, now, reportFailure, isSearched = false } = options;
  const files = to === 'files' ? auditFiles(folder ? resolve(folder) : join(dataDir, 'audit')) : null;
  const isShared = storage.engine === 'postgres';
  const table = isShared || isSearched ? auditTable(storage) : null;
  /** Null when the table exists only for the search, because older lines are missing there. */
  const completeTable = isShared ? table : null;
  /** Lines that could not be written yet. */
  const unwrittenLines: AuditLine[] = [];
  let isFolderFailing = false;
  const writeLines = (): void => {
    try {
      for (let line = unwrittenLines[0]; line; line = unwrittenLines[0]) {
        if (files) files.write(line);
        else writeToStdout(line);
        unwrittenLines.shift();
      }
      isFolderFailing = false;
    } catch (error) {
      if (!isFolderFailing) reportFailure(error);
      isFolderFailing = true;
      unwrittenLines.splice(0, unwrittenLines.length - MAX_BUFFERED_LINES);
    }
  };
  const chainLine = auditChain(() => {
    try {
      return files?.lastLine() ?? null;
    } catch {
      // The error is reported when the line is written, because such a folder cannot be written either.
      return null;
    }
  });
  const reportFailuresOf = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      reportFailure(error);
    }
  };
  /** Whether the last flush of the table failed. Only the first failure is reported; the lines stay buffered. */
  let isTableFailing = false;
  const flush = async (): Promise<void> => {
    writeLines();
    try {
      await table?.flush();
      isTableFailing = false;
    } catch (error) {
      if (!isTableFailing) reportFailure(error);
      isTableFailing = true;
    }
  };
  let pruning: Promise<void> | undefined;
  const prune = (): void => {
    reportFailuresOf(() => files?.prune(days, now()));
    pruning = table?.prune(days, now()).catch(reportFailure);
  };
  prune();
  const timers = [setInterval(prune, PRUNE_EVERY_MS), setInterval(flush, FLUSH_EVERY_MS)];
  for (const timer of timers) timer.unref();
  const write = (unchainedLine: AuditLine): void => {
    const line = chainLine(unchainedLine);
    unwrittenLines.push(line);
    writeLines();
    table?.write(line);
  };
  const fileHistory = files && {
    last: (count: number, account: string) => files.last(count, (line) => line.account === account),
    days: files.days,
  };
  return {
    audit: auditTo(write, now),
    history: completeTable ?? fileHistory,
    copies: { files: files?.days ?? null, table: completeTable?.days ?? null },
    flush,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await pruning;
      await flush();
    },
  };
}
