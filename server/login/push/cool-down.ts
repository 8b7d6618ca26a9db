import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Pushes } from '#server/storage/repositories/pushes.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/**
 * Seconds until another push may be sent to a person; 0 when a push may be sent immediately. Denied and expired pushes
 * count; cancelled and replaced pushes do not (rule 84).
 * @param session the session whose pushes count; null counts the pushes of all sessions
 */
export async function coolDownSeconds(
  { pushes, now }: { readonly pushes: Pushes; readonly now: Clock },
  { refusals, minutes }: ServerConfig['push']['coolDown'],
  userId: string,
  session: Session | null,
): Promise<number> {
  const windowMs = minutes * 60_000;
  const unapprovedTimes = await pushes.unapprovedSince(now() - windowMs, userId, session);
  const oldestOfLimit = unapprovedTimes[refusals - 1];
  return oldestOfLimit === undefined ? 0 : Math.ceil((oldestOfLimit + windowMs - now()) / 1000);
}
