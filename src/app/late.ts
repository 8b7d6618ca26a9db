import { catalogueOf, failureMessage } from '#i18n/error-look-up.ts';
import { hasHangul, latinKeys } from '#i18n/hangul-keys.ts';
import { settleParticles } from '#i18n/particles.ts';
import { createClient } from '#src/api/client.ts';
import { fetchPublicIp } from '#src/api/public-ip.ts';
import { fetchClientConfig } from '#src/api/summary.ts';
import { fetchForgetting } from '#src/ports/forgetting.ts';
import { lookUpLogin } from '#src/ports/look-up-login.ts';
import { OperatorFooter } from '#src/views/operator/operator-footer.tsx';
import { confirmRequest } from './boot/confirm-request.ts';
import { keepDoubleClicksTogether } from './boot/double-clicks.ts';
import { browserIdle, fetchAhead } from './boot/fetch-ahead.ts';
import { HomeRoute } from './history/home-route.tsx';
import { loadFlow } from './lazy-flows.ts';
import { purposeOf } from './purpose.ts';

/**
 * What the first screen stands and answers without, in one chunk that comes beside it: the client of the calls, the
 * router, and the ways to all other chunks.
 */
export const LATE = {
  catalogueOf,
  failureMessage,
  hasHangul,
  latinKeys,
  settleParticles,
  createClient,
  fetchPublicIp,
  fetchClientConfig,
  fetchForgetting,
  lookUpLogin,
  OperatorFooter,
  confirmRequest,
  keepDoubleClicksTogether,
  browserIdle,
  fetchAhead,
  HomeRoute,
  loadFlow,
  purposeOf,
};

export type Late = typeof LATE;
