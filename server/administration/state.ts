import type { Portal } from '#server/login/portal.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import type { LastMessage, ServerReport } from '#server/storage/repositories/servers.ts';
import type { DeskServer, DeskState } from '#wire/desk/state.ts';
import { keysInUse } from './keys-in-use.ts';

const DUE_BEFORE_MS = 30 * 24 * 60 * 60_000;

/** A server that has said nothing for so long is held for gone: three times as long as it takes to the next report. */
const GONE_AFTER_MS = 45_000;

const KINDS = [
  ['sms', 'sms'],
  ['internalMail', 'inmail'],
  ['privateMail', 'exmail'],
  ['push', 'push'],
] as const;

type Watched = {
  readonly portal: Portal;
  readonly dataDir: string;
  /** Those that are configured. */
  readonly gateways: Gateways;
  /** Until when certificates are good, by name. */
  readonly certificates: () => Promise<Readonly<Record<string, number>>>;
};

const serverOf =
  (now: number) =>
  ({ host, isServing, messages: _, ...report }: ServerReport): DeskServer => {
    const state = isServing ? 'serving' : 'leaving';
    return { ...report, name: host, state: report.seenAt < now - GONE_AFTER_MS ? 'gone' : state };
  };

/** The last message of a channel, whichever server has sent it. */
const lastOf = (reports: readonly ServerReport[], channel: string): LastMessage | null =>
  reports
    .flatMap(({ messages }) => messages[channel] ?? [])
    .sort((one, other) => other.at - one.at)
    .at(0) ?? null;

const dueAtServers = (servers: readonly DeskServer[]): DeskState['due'] =>
  servers.flatMap(({ name, parts, state }): DeskState['due'] =>
    state === 'gone'
      ? [{ what: 'serverGone', name, server: '', by: null }]
      : Object.entries(parts)
          .filter(([, isWorking]) => !isWorking)
          .map(([part]) => ({ what: 'partFails', name: part, server: name, by: null })),
  );

/** The state of all servers, of gateways, certificates and keys, and what somebody has to do (decision 269). */
export function portalState({ portal, dataDir, gateways, certificates }: Watched): () => Promise<DeskState> {
  const { now, servers, storage } = portal;
  return async () => {
    const reports = await servers.all();
    const listed = reports.map(serverOf(now()));
    const channels = KINDS.map(([kind, channel]) => {
      const last = lastOf(reports, channel);
      return {
        kind,
        isThere: gateways[channel] !== null,
        isWorking: last?.isWorking ?? null,
        lastAt: last?.at ?? null,
      };
    });
    const certified = Object.entries(await certificates()).map(([name, until]) => ({ name, until }));
    const ending = certified
      .filter(({ until }) => until < now() + DUE_BEFORE_MS)
      .sort((one, other) => one.until - other.until);
    const keys = await keysInUse(portal, dataDir);
    return {
      servers: listed,
      storage: storage.engine,
      gateways: channels,
      certificates: certified,
      keys,
      due: [
        ...dueAtServers(listed),
        ...channels
          .filter(({ isWorking }) => isWorking === false)
          .map(({ kind }) => ({ what: 'gatewayFails' as const, name: kind, server: '', by: null })),
        ...ending.map(({ name, until }) =>
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
