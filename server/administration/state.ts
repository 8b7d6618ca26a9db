import type { Portal } from '#server/login/portal.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import type { LastMessage, ServerReport } from '#server/storage/repositories/servers.ts';
import type { DeskServer, DeskState } from '#wire/desk/state.ts';
import { keysInUse } from './keys-in-use.ts';

const CERTIFICATE_WARNING_MS = 30 * 24 * 60 * 60_000;

/** A server without a report for this time is considered gone: three report intervals. */
const GONE_AFTER_MS = 45_000;

const GATEWAY_CHANNELS = [
  ['sms', 'sms'],
  ['internalMail', 'inmail'],
  ['privateMail', 'exmail'],
  ['push', 'push'],
] as const;

type StateDeps = {
  readonly portal: Portal;
  readonly dataDir: string;
  /** The configured gateways. */
  readonly gateways: Gateways;
  /** Ends of the certificates by name. */
  readonly certificates: () => Promise<Readonly<Record<string, number>>>;
};

const serverOf =
  (now: number) =>
  ({ host, isServing, messages: _, ...report }: ServerReport): DeskServer => {
    const state = isServing ? 'serving' : 'leaving';
    return { ...report, name: host, state: report.seenAt < now - GONE_AFTER_MS ? 'gone' : state };
  };

/** The last message of a channel from any server. */
const lastMessageOf = (reports: readonly ServerReport[], channel: string): LastMessage | null =>
  reports
    .flatMap(({ messages }) => messages[channel] ?? [])
    .sort((one, other) => other.at - one.at)
    .at(0) ?? null;

const serverTasks = (servers: readonly DeskServer[]): DeskState['due'] =>
  servers.flatMap(({ name, parts, state }): DeskState['due'] =>
    state === 'gone'
      ? [{ what: 'serverGone', name, server: '', by: null }]
      : Object.entries(parts)
          .filter(([, isWorking]) => !isWorking)
          .map(([part]) => ({ what: 'partFails', name: part, server: name, by: null })),
  );

/** The state of all servers, gateways, certificates and keys, and the pending tasks (rule 269). */
export function portalState({
  portal,
  dataDir,
  gateways,
  certificates,
}: StateDeps): () => Promise<DeskState> {
  const { now, servers, storage } = portal;
  return async () => {
    const reports = await servers.all();
    const listedServers = reports.map(serverOf(now()));
    const channels = GATEWAY_CHANNELS.map(([kind, channel]) => {
      const last = lastMessageOf(reports, channel);
      return {
        kind,
        isThere: gateways[channel] !== null,
        isWorking: last?.isWorking ?? null,
        lastAt: last?.at ?? null,
      };
    });
    const certificateEnds = Object.entries(await certificates()).map(([name, until]) => ({ name, until }));
    const endingSoon = certificateEnds
      .filter(({ until }) => until < now() + CERTIFICATE_WARNING_MS)
      .sort((one, other) => one.until - other.until);
    const keys = await keysInUse(portal, dataDir);
    return {
      servers: listedServers,
      storage: storage.engine,
      gateways: channels,
      certificates: certificateEnds,
      keys,
      due: [
        ...serverTasks(listedServers),
        ...channels
          .filter(({ isWorking }) => isWorking === false)
          .map(({ kind }) => ({ what: 'gatewayFails' as const, name: kind, server: '', by: null })),
        ...endingSoon.map(({ name, until }) =>
          until <= now()
            ? { what: 'certificateEnded' as const, name, server: '', by: null }
            : { what: 'certificateEnds' as const, name, server: '', by: until },
        ),
        ...keys
          .filter(({ use, state }) => use === 'data' && state === 'retired')
          .map(({ keyId }) => ({ what: 'resealDue' as const, name: keyId, server: '', by: null })),
      ],
    };
  };
}
