import type { PolicyRule } from '#server/config/policy.ts';
import type { AuthRequest } from '#server/login/engine.ts';
import type {
  RememberedBrowser,
  RememberedBrowsers,
} from '#server/storage/repositories/remembered-browsers.ts';
import type { Login } from '#server/storage/sessions/sessions.ts';
import { satisfiesPolicy } from './satisfies.ts';

/**
 * Whether a request requires fresh proofs or two steps, so that a remembered browser may not replace the second step
 * (rule 252).
 */
export const excludesRememberedBrowser = ({
  wantsTwoSteps,
  wantsFreshLogin,
  maxAgeSeconds,
}: Pick<AuthRequest, 'wantsTwoSteps' | 'wantsFreshLogin' | 'maxAgeSeconds'>): boolean =>
  wantsTwoSteps || wantsFreshLogin || maxAgeSeconds !== null;

/**
 * The remembered browser of the current HTTP request, in which the person may skip the second step of this policy. Null
 * when the browser is not remembered for this policy.
 */
export const rememberedBrowserFor = async (
  { rememberedBrowsers }: { readonly rememberedBrowsers: RememberedBrowsers },
  userId: string,
  { id, secondAuth, rememberBrowserDays }: PolicyRule,
): Promise<RememberedBrowser | null> =>
  secondAuth && rememberBrowserDays !== undefined
    ? rememberedBrowsers.find(userId, id, rememberBrowserDays)
    : null;

/** Whether a login satisfies a policy when the remembered browser replaces the second step. */
export const satisfiesWithRememberedBrowser = (
  { method }: RememberedBrowser,
  { methods }: Pick<Login, 'methods'>,
  rule: PolicyRule,
): boolean => satisfiesPolicy({ methods: [...new Set([...methods, method])], steps: 2 }, rule);
