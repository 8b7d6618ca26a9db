import type { PolicyRule } from '#server/config/policy.ts';
import type { AuthRequest } from '#server/login/engine.ts';
import type {
  RememberedBrowser,
  RememberedBrowsers,
} from '#server/storage/repositories/remembered-browsers.ts';
import type { Login } from '#server/storage/sessions/sessions.ts';
import { satisfiesPolicy } from './satisfies.ts';

/** Whether a request asks for proofs of its own, for which no remembered browser stands in (decision 252). */
export const wantsOwnProofs = ({
  wantsTwoSteps,
  wantsFreshLogin,
  maxAgeSeconds,
}: Pick<AuthRequest, 'wantsTwoSteps' | 'wantsFreshLogin' | 'maxAgeSeconds'>): boolean =>
  wantsTwoSteps || wantsFreshLogin || maxAgeSeconds !== null;

/** The browser of this request, where it is remembered for the person and the second step of this policy. */
export const rememberedUnder = async (
  { rememberedBrowsers }: { readonly rememberedBrowsers: RememberedBrowsers },
  userId: string,
  { id, secondAuth, rememberBrowserDays }: PolicyRule,
): Promise<RememberedBrowser | null> =>
  secondAuth && rememberBrowserDays !== undefined
    ? rememberedBrowsers.find(userId, id, rememberBrowserDays)
    : null;

/** Whether a login is enough under a policy together with a browser that is remembered for its second step. */
export const satisfiesWith = (
  { method }: RememberedBrowser,
  { methods }: Pick<Login, 'methods'>,
  rule: PolicyRule,
): boolean => satisfiesPolicy({ methods: [...new Set([...methods, method])], steps: 2 }, rule);
