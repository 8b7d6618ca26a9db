import type { Portal } from '#server/login/portal.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import type { LastMessage, ServerReport } from '#server/storage/repositories/servers.ts';
import type { DeskServer, DeskState } from '#wire/desk/state.ts';
import { keysInUse } from './keys-in-use.ts';

/** A certificate that ends within this time is listed as due. */
const CERTIFICATE_WARNING_MS = 30 * 24 * 60 * 60_000;

/** A server that has not reported for this time (three intervals) is considered stopped. */
const GONE_AFTER_MS = 45_000;

/** The names of the gateways at the help desk, and their channels. */
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
  /** Reads when the certificates end (epoch milliseconds), by their names. */
  readonly certificateEnds: () => Promise<Readonly<Record<string, number>>>;
};

/** Turns a report into the entry of a server at the help desk. */
const deskServerAt =
  (now: number) =>
  ({ host, isServing, messages: _, ...report }: ServerReport): DeskServer => {
    const state = isServing ? 'serving' : 'leaving';
    return { ...report, name: host, state: report.seenAt < now - GONE_AFTER_MS ? 'gone' : state };
  };

/** The last message of a channel, of all servers. */
const lastMessageOf = (reports: readonly ServerReport[], channel: string): LastMessage | null =>
  reports
    .flatMap(({ messages }) => messages[channel] ?? [])
    .sort((first, second) => second.at - first.at)
    .at(0) ?? null;

/** What has to be done because servers or parts of servers do not work. */
const serverTasks = (servers: readonly DeskServer[]): DeskState['due'] =>
  servers.flatMap(({ name, parts, state }): DeskState['due'] =>
    state === 'gone'
      ? [{ what: 'serverGone', name, server: '', by: null }]
      : Object.entries(parts)
          .filter(([, isWorking]) => !isWorking)
          .map(([part]) => ({ what: 'partFails', name: part, server: name, by: null })),
  );

/**
 * Returns a function that reads the state of servers, gateways, certificates and keys, and what has to be done (rule
 * 269).
 */
export function portalStateReader({
  portal,
  dataDir,
  gateways,
  certificateEnds,
}: StateDeps): () => Promise<DeskState> {
  const { now, servers, storage } = portal;
  return async () => {
    const reports = await servers.all();
    const listedServers = reports.map(deskServerAt(now()));
    const channels = GATEWAY_CHANNELS.map(([kind, channel]) => {
      const last = lastMessageOf(reports, channel);
      return {
        kind,
        isThere: gateways[channel] !== null,
        isWorking: last?.isWorking ?? null,
        lastAt: last?.at ?? null,
      };
    });
    const certificates = Object.entries(await certificateEnds()).map(([name, until]) => ({ name, until }));
    const endingSoon = certificates
      .filter(({ until }) => until < now() + CERTIFICATE_WARNING_MS)
      .sort((first, second) => first.until - second.until);
    const keys = await keysInUse(portal, dataDir);
    return {
      servers: listedServers,
      storage: storage.engine,
      gateways: channels,
      certificates,
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
