import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { regularly } from '#server/storage/regularly.ts';
import type { LastMessage, ServerReport, Servers } from '#server/storage/repositories/servers.ts';
import type { Health } from './health.ts';
import { log } from './log.ts';

const EVERY_MS = 15_000;

const MANIFEST = join(import.meta.dirname, '..', '..', 'package.json');

type Watched = {
  readonly servers: Servers;
  readonly health: Pick<Health, 'ready'>;
  readonly hashing: () => ServerReport['hashes'];
  readonly messages: { all(): Readonly<Record<string, LastMessage>> };
  readonly now: () => number;
};

/** Has this server say how it is, from its start to its end (decision 269). */
export function serverReports({ servers, health, hashing, messages, now }: Watched) {
  const serverId = randomUUID();
  const startedAt = now();
  const { version }: { version: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'));

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
      stop = regularly(EVERY_MS, write, log.fault);
    },
    /** Says at once how it is now. */
    tell: (): Promise<void> => write().catch(log.fault),
    async end(): Promise<void> {
      await stop();
      await servers.remove(serverId).catch(log.fault);
    },
  };
}

/** Hears what becomes of messages. */
export function lastMessages(now: () => number) {
  const last = new Map<string, LastMessage>();
  return {
    heard(channel: string, result: 'taken' | 'failed'): void {
      last.set(channel, { isWorking: result === 'taken', at: now() });
    },
    all: (): Readonly<Record<string, LastMessage>> => Object.fromEntries(last),
  };
}
