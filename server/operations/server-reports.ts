import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { runRegularly } from '#server/storage/regularly.ts';
import type { LastMessage, ServerReport, Servers } from '#server/storage/repositories/servers.ts';
import type { Health } from './health.ts';
import { log } from './log.ts';

const REPORT_INTERVAL_MS = 15_000;

const PACKAGE_JSON_PATH = join(import.meta.dirname, '..', '..', 'package.json');

type ReportSources = {
  readonly servers: Servers;
  readonly health: Pick<Health, 'ready'>;
  readonly hashing: () => ServerReport['hashes'];
  readonly messages: { all(): Readonly<Record<string, LastMessage>> };
  readonly now: () => number;
};

/** Writes the state of this server to the storage, regularly between `begin` and `end` (rule 269). */
export function serverReports({ servers, health, hashing, messages, now }: ReportSources) {
  const serverId = randomUUID();
  const startedAt = now();
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE_JSON_PATH, 'utf8'));

  const write = async (): Promise<void> => {
    const { serving = false, ...parts } = (await health.ready()).parts;
    const { running, waiting } = hashing();
    await servers.write({
      serverId,
      startedAt,
      seenAt: now(),
      host: hostname(),
      version,
      schema: MIGRATIONS.at(-1)?.name ?? '',
      isServing: serving,
      parts,
      hashes: { running, waiting },
      messages: messages.all(),
    });
  };
  let stop = async (): Promise<void> => undefined;

  return {
    async begin(): Promise<void> {
      await write();
      stop = runRegularly(REPORT_INTERVAL_MS, write, log.fault);
    },
    /** Writes the current state immediately. */
    writeNow: (): Promise<void> => write().catch(log.fault),
    async end(): Promise<void> {
      await stop();
      await servers.remove(serverId).catch(log.fault);
    },
  };
}

/** Stores in memory the result of the last message of each channel. */
export function lastMessages(now: () => number) {
  const messagesByChannel = new Map<string, LastMessage>();
  return {
    record(channel: string, result: 'taken' | 'failed'): void {
      messagesByChannel.set(channel, { isWorking: result === 'taken', at: now() });
    },
    all: (): Readonly<Record<string, LastMessage>> => Object.fromEntries(messagesByChannel),
  };
}
