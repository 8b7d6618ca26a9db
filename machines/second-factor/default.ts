import { isPasswordChangePage } from '#machines/shared/password-change-page.ts';
import { NO_DEFAULT, SETTABLE_DEFAULTS } from '#wire/default-method.ts';
import type { SecondFactorContext } from './second-factor.types.ts';

/**
 * The code for POST /data/portal/default after the login: the type code of the new default method, or the code that clears
 * the default (rule 63). Null when nothing is saved: the method cannot be the default method, the check box has not changed
 * anything, or the password has to be changed first.
 */
export function defaultCodeToSave({
  active,
  isDefault,
  policy,
  outcome,
  origin,
}: SecondFactorContext): string | null {
  if (active === null || !SETTABLE_DEFAULTS.some((code) => code === active)) return null;
  if (outcome?.reason !== 'authenticated' || isPasswordChangePage(outcome.login.to, origin)) return null;
  if (isDefault) return active;
  return policy.secondDefault === active ? NO_DEFAULT : null;
}
