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
  /** Absent: `audit` in the folder of the data. */
  readonly folder?: string | undefined;
  /** For how many days the audit is stored. */
  readonly days: number;
};

type AuditOptions = {
  readonly dataDir: string;
  /** Where several servers share one, each finds there what all have written. */
  readonly storage: Storage;
  readonly now: () => number;
  /** The audit is searched: a storage of one server keeps it, too. */
  readonly isSearched?: boolean;
  /** Called when an event could not be written. The request does not wait for it. */
  readonly failed: (error: unknown) => void;
};

/** Access to earlier events. */
export type AuditHistory = {
  /** The last events of an account, the newest first. */
  last(count: number, account: string): Promise<readonly AuditLine[]>;
  readonly days: ReadDays;
};

/** The places in which the audit is kept. */
export type AuditCopies = { readonly files: ReadDays | null; readonly table: ReadDays | null };

export type OpenAudit = {
  readonly audit: Audit;
  /** Null where the events go to standard output alone and nobody here can read them back. */
  readonly history: AuditHistory | null;
  readonly copies: AuditCopies;
  /** Writes what still waits. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const PRUNE_EVERY_MS = 60 * 60_000;

const FLUSH_EVERY_MS = 250;

/** Lines that wait while a folder cannot be written. */
const MAX_WAITING = 5_000;

const toStdout = (line: AuditLine): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/**
 * Opens the audit of a server or of a command: files or standard output, and also the storage where
 * servers share one. Days whose time is over go, now and once an hour.
 */
export function openAudit({ to, folder, days }: AuditSettings, around: AuditOptions): OpenAudit {
  const { dataDir, storage, now, failed, isSearched = false } = around;
  const files = to === 'files' ? auditFiles(folder ? resolve(folder) : join(dataDir, 'audit')) : null;
  const isShared = storage.engine === 'postgres';
  const table = isShared || isSearched ? auditTable(storage) : null;
  /** What is kept for the search alone lacks what came before it. */
  const whole = isShared ? table : null;
  /** Lines that could not be written yet. */
  const unwritten: AuditLine[] = [];
  let isFolderFailing = false;
  const writeLines = (): void => {
    try {
      for (let line = unwritten[0]; line; line = unwritten[0]) {
        if (files) files.write(line);
        else toStdout(line);
        unwritten.shift();
      }
      isFolderFailing = false;
    } catch (error) {
      if (!isFolderFailing) failed(error);
      isFolderFailing = true;
      unwritten.splice(0, unwritten.length - MAX_WAITING);
    }
  };
  const chained = auditChain(() => {
    try {
      return files?.lastLine() ?? null;
    } catch {
      // Reported when the line is written: such a folder cannot be written either.
      return null;
    }
  });
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      failed(error);
    }
  };
  /** Reported once: the lines wait, and it is tried again. */
  let isFailing = false;
  const flush = async (): Promise<void> => {
    writeLines();
    try {
      await table?.flush();
      isFailing = false;
    } catch (error) {
      if (!isFailing) failed(error);
      isFailing = true;
    }
  };
  let pruning: Promise<void> | undefined;
  const prune = (): void => {
    guarded(() => files?.prune(days, now()));
    pruning = table?.prune(days, now()).catch(failed);
  };
  prune();
  const timers = [setInterval(prune, PRUNE_EVERY_MS), setInterval(flush, FLUSH_EVERY_MS)];
  for (const timer of timers) timer.unref();
  const write = (plain: AuditLine): void => {
    const line = chained(plain);
    unwritten.push(line);
    writeLines();
    table?.write(line);
  };
  const ofFiles = files && {
    last: (count: number, account: string) => files.last(count, (line) => line.account === account),
    days: files.days,
  };
  return {
    audit: auditTo(write, now),
    history: whole ?? ofFiles,
    copies: { files: files?.days ?? null, table: whole?.days ?? null },
    flush,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await pruning;
      await flush();
    },
  };
}
