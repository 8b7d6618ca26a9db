import type { Context } from 'hono';
import { hashOf, isIdempotencyKey } from '#server/http/guard/idempotency.ts';
import type { Portal } from '#server/login/portal.ts';
import type { ClaimedRequest } from '#server/storage/idempotency/idempotent-requests.ts';
import { asIdempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { DeskSessionRow } from '#server/storage/sessions/desk-sessions.ts';
import { IDEMPOTENCY_HEADER } from '#wire/names.ts';
import type { Handler } from './handlers.ts';
import { DeskRefusal } from './refusal.ts';

/** @param portal the portal; what it writes into the audit and sends to people may be deferred until the commit */
type Work<Value> = (portal: Portal) => Promise<Value>;

/**
 * Runs an act and stores its answer in the same transaction. Audit lines and notifications are deferred until the
 * commit, because a transaction may run several times.
 */
async function runInOneTransaction<Value>(
  portal: Portal,
  claimed: ClaimedRequest,
  work: Work<Value>,
): Promise<Value> {
  const afterCommit: (() => void)[] = [];
  const deferringPortal: Portal = {
    ...portal,
    audit: (event) => void afterCommit.push(() => portal.audit(event)),
    notifyPerson: (...notice) => void afterCommit.push(() => portal.notifyPerson(...notice)),
  };
  const answer = await portal.transaction(async () => {
    afterCommit.length = 0;
    const value = await work(deferringPortal);
    await claimed.settle(JSON.stringify(value));
    return value;
  });
  for (const run of afterCommit) run();
  return answer;
}

/** Runs an act that stores its completed steps (`idempotentRequest`), so that a repetition continues after them. */
async function runInSteps<Value>(portal: Portal, claimed: ClaimedRequest, work: Work<Value>): Promise<Value> {
  const answer = await asIdempotentRequest({ ...claimed, settle: async () => undefined }, () => work(portal));
  await claimed.settle(JSON.stringify(answer));
  return answer;
}

/**
 * Runs an act once for each idempotency key of a session: for a minute, repetitions get the same answer, even when the
 * server has stopped before it answered (rule 268). A refusal is not stored.
 * @throws DeskRefusal `invalid`, `otherSubmission`
 */
export async function runIdempotently<Value extends object>(
  c: Context,
  { csrf }: DeskSessionRow,
  portal: Portal,
  { isStepwise }: Pick<Handler, 'isStepwise'>,
  work: Work<Value>,
): Promise<Value> {
  const key = c.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return work(portal);
  if (!isIdempotencyKey(key)) throw new DeskRefusal('invalid');
  const content = hashOf(c.req.path, await c.req.text());
  const keys = { byId: hashOf('desk', csrf, key), bySession: hashOf('desk session', csrf, key) };
  const claim = await portal.idempotentRequests.claim(keys, {
    idempotencyKey: key,
    sessionIdHash: hashOf(csrf),
    content,
  });
  if (!claim.isNew) {
    if (claim.stored === 'other') throw new DeskRefusal('otherSubmission');
    return JSON.parse(claim.stored.outcome);
  }
  const { claimed } = claim;
  if (!claimed) return work(portal);
  try {
    return await (isStepwise ? runInSteps : runInOneTransaction)(portal, claimed, work);
  } catch (error) {
    await claimed.release();
    throw error;
  }
}
