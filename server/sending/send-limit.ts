import type { ServerConfig } from '#server/config/schema.ts';
import type { Clock } from '#server/deps.ts';

/** Who asks for a code, and for whom. */
type Sender = {
  readonly userId: string;
  readonly address: string;
  /** Key of the cookie session. */
  readonly session: number;
  /** The session has proved something of this account: strangers cannot use its sends up. */
  readonly isKnown: boolean;
};

type Permit =
  /** `takeBack`: nothing was sent. */
  | { readonly allowed: true; takeBack(): void }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Keeps codes from being sent too often (decision 80). It refuses sends for a while and locks nothing. */
export interface SendLimit {
  begin(sender: Sender): Permit;
}

type Send = { readonly at: number };

/** Counts sends by account, address and session in a sliding window. */
export function sendLimit(limits: ServerConfig['limits']['sends'], now: Clock): SendLimit {
  const windowMs = limits.minutes * 60_000;
  const sends = new Map<string, readonly Send[]>();

  const recent = (key: string): readonly Send[] =>
    (sends.get(key) ?? []).filter(({ at }) => now() - at < windowMs);
  const keep = (key: string, kept: readonly Send[]): void => {
    if (kept.length === 0) sends.delete(key);
    else sends.set(key, kept);
  };
  const forgetEnded = (): void => {
    for (const key of sends.keys()) keep(key, recent(key));
  };
  const countersOf = ({ userId, address, session, isKnown }: Sender) => [
    { key: `session ${session}`, most: limits.perSession },
    { key: `address ${address}`, most: limits.perAddress },
    ...(isKnown ? [] : [{ key: `account ${userId}`, most: limits.perAccount }]),
  ];

  return {
    begin(sender) {
      forgetEnded();
      const counters = countersOf(sender);
      const waits = counters.flatMap(({ key, most }) => {
        const [oldest] = recent(key).slice(-most);
        return oldest && recent(key).length >= most ? [oldest.at + windowMs - now()] : [];
      });
      if (waits.length > 0)
        return { allowed: false, retryAfterSeconds: Math.ceil(Math.max(...waits) / 1000) };
      const send: Send = { at: now() };
      for (const { key } of counters) keep(key, [...recent(key), send]);
      return {
        allowed: true,
        takeBack() {
          for (const { key } of counters)
            keep(
              key,
              recent(key).filter((other) => other !== send),
            );
        },
      };
    },
  };
}
