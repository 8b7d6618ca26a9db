import type { Context } from 'hono';
import { hashOf, isIdempotencyKey } from '#server/http/guard/idempotency.ts';
import type { Portal } from '#server/login/portal.ts';
import type { DeskSessionRow } from '#server/storage/sessions/desk-sessions.ts';
import { IDEMPOTENCY_HEADER } from '#wire/names.ts';
import { DeskRefusal } from './refusal.ts';

/**
 * Gives acts with the same idempotency key of the same session the same outcome for a minute (decision 268). A refusal
 * is not kept: nothing was done.
 * @throws DeskRefusal `invalid`, `otherSubmission`
 */
export async function onceFor<Value extends object>(
  c: Context,
  { csrf }: DeskSessionRow,
  { idempotentRequests }: Pick<Portal, 'idempotentRequests'>,
  work: () => Promise<Value>,
): Promise<Value> {
  const key = c.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return work();
  if (!isIdempotencyKey(key)) throw new DeskRefusal('invalid');
  const content = hashOf(c.req.path, await c.req.text());
  const names = { byId: hashOf('desk', csrf, key), bySession: hashOf('desk session', csrf, key) };
  const claim = await idempotentRequests.claim(names, { key, idHash: hashOf(csrf), content });
  if (!claim.isNew) {
    if (claim.stored === 'other') throw new DeskRefusal('otherSubmission');
    return JSON.parse(claim.stored.outcome);
  }
  try {
    const done = await work();
    await claim.claimed?.settle(JSON.stringify(done));
    return done;
  } catch (error) {
    await claim.claimed?.release();
    throw error;
  }
}
