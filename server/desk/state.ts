import { hostname } from 'node:os';
import { keysInUse } from '#server/administration/keys-in-use.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import type { DeskState } from '#wire/desk/state.ts';

const DUE_BEFORE_MS = 30 * 24 * 60 * 60_000;

const KINDS = [
  ['sms', 'sms'],
  ['internalMail', 'inmail'],
  ['privateMail', 'exmail'],
  ['push', 'push'],
] as const;

/** What became of the last message of a channel. */
type LastMessage = { readonly isWorking: boolean; readonly at: number };

type Watched = {
  readonly portal: Portal;
  readonly dataDir: string;
  /** Those that are configured. */
  readonly gateways: Gateways;
  /** Until when certificates are good, by name. */
  readonly certificates: () => Promise<Readonly<Record<string, number>>>;
  /** Whether each part works. */
  readonly parts: () => Promise<Readonly<Record<string, boolean>>>;
};

/** Hears what becomes of messages. */
export function lastMessages(now: () => number) {
  const last = new Map<string, LastMessage>();
  return {
    heard(channel: string, result: 'taken' | 'failed'): void {
      last.set(channel, { isWorking: result === 'taken', at: now() });
    },
    of: (channel: string): LastMessage | null => last.get(channel) ?? null,
  };
}

/** The state of this server as the desk shows it. */
export function deskState(
  { portal, dataDir, gateways, certificates, parts }: Watched,
  messages: ReturnType<typeof lastMessages>,
): () => Promise<DeskState> {
  const { now, storage } = portal;
  const startedAt = now();
  return async () => {
    const working = await parts();
    const channels = KINDS.map(([kind, channel]) => {
      const last = messages.of(channel);
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
    return {
      servers: [{ name: hostname(), startedAt, seenAt: now(), parts: working }],
      storage: storage.engine,
      gateways: channels,
      certificates: certified,
      keys: (await keysInUse(portal, dataDir)).map(({ use, keyId, state, signsFrom }) => ({
        use,
        keyId,
        state,
        signsFrom,
      })),
      due: [
        ...Object.entries(working)
          .filter(([, isWorking]) => !isWorking)
          .map(([name]) => ({ what: 'partFails' as const, name, by: null })),
        ...channels
          .filter(({ isWorking }) => isWorking === false)
          .map(({ kind }) => ({ what: 'gatewayFails' as const, name: kind, by: null })),
        ...ending.map(({ name, until }) =>
          until <= now()
            ? { what: 'certificateEnded' as const, name, by: null }
            : { what: 'certificateEnds' as const, name, by: until },
        ),
      ],
    };
  };
}
