import { join, resolve } from 'node:path';
import type { Audit } from './event.ts';
import { type AuditFiles, auditFiles } from './files.ts';
import { type AuditLine, auditTo } from './line.ts';

/** Where the audit goes, as the configuration says it. */
export type AuditSettings = {
  readonly to: 'files' | 'stdout';
  /** Absent: `audit` in the folder of the data. */
  readonly folder?: string | undefined;
  /** How long a day of it is kept. */
  readonly days: number;
};

type Surroundings = {
  readonly dataDir: string;
  readonly now: () => number;
  /** An event could not be written: whoever it is about is not kept waiting by that. */
  readonly failed: (error: unknown) => void;
};

export type OpenAudit = {
  readonly audit: Audit;
  /** The files; null where the events go to standard output and nobody here can read them back. */
  readonly files: AuditFiles | null;
  close(): void;
};

const PRUNE_EVERY_MS = 60 * 60_000;

const toStdout = (line: AuditLine): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Opens the audit of a server, or of a command beside it. Days whose time is over go, now and once an hour. */
export function openAudit({ to, folder, days }: AuditSettings, around: Surroundings): OpenAudit {
  const { dataDir, now, failed } = around;
  const files = to === 'files' ? auditFiles(folder ? resolve(folder) : join(dataDir, 'audit')) : null;
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      failed(error);
    }
  };
  const prune = (): void => guarded(() => files?.prune(days, now()));
  prune();
  const timer = setInterval(prune, PRUNE_EVERY_MS);
  timer.unref();
  return {
    audit: auditTo((line) => guarded(() => (files ? files.write(line) : toStdout(line))), now),
    files,
    close: () => clearInterval(timer),
  };
}
