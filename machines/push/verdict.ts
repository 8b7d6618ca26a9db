import type { Failure, Result } from '#machines/shared/result.ts';

/** One look at a push, and when it ended, in epoch milliseconds. */
export type PushLook = { readonly check: Result<string>; readonly at: number };

/** The push that was looked at. */
type Asked = {
  /** Epoch milliseconds; null when there is none. */
  readonly validUntil: number | null;
  /** Which check goes on to the login: any but X, or A alone (decision 81). */
  readonly success: 'answered' | 'approved';
};

/**
 * What a look means. `answered`: it goes on to the login; `declined`: the phone has said no; `lost`: the server knows
 * the push no more; `over`: nobody has answered in time; `waiting`: look again.
 */
export type PushVerdict = 'answered' | 'declined' | 'lost' | 'over' | 'waiting';

const WAITING_CHECK = 'X';
const APPROVED_CHECK = 'A';

/** What the person reads when a push was not approved and no call says why: the same as where one does (spec section 8). */
export const DECLINED: Failure = {
  kind: 'rejected',
  status: 400,
  code: '010',
  message: '',
  details: { reason: 'pushDenied' },
};

/** The server refuses to look: it will do so again (decision 86). Trouble on the way says nothing about the push. */
const isRefusal = (failure: Failure): boolean =>
  failure.kind !== 'unreachable' && failure.status >= 400 && failure.status < 500;

/** Reads a look at a push. */
export function verdictOf({ validUntil, success }: Asked, { check, at }: PushLook): PushVerdict {
  if (check.ok && check.value !== WAITING_CHECK) {
    return success === 'answered' || check.value === APPROVED_CHECK ? 'answered' : 'declined';
  }
  if (!check.ok && isRefusal(check.failure)) return 'lost';
  return validUntil !== null && at >= validUntil ? 'over' : 'waiting';
}
