import { Refusal } from '#server/login/refusal.ts';
import type { Resolution } from './resolve.ts';

/** The refusal of a call to which no policy applies. */
export const policyRefusal = (
  status: 400 | 403,
  { errCode, reason }: Extract<Resolution, { readonly ok: false }>,
): Refusal => new Refusal(status, errCode, reason === undefined ? {} : { reason });
