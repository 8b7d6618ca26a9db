import { isPasswordChangePage } from '#machines/shared/password-change-page.ts';
import { NO_DEFAULT, SETTABLE_DEFAULTS } from '#wire/default-method.ts';
import type { SecondFactorContext } from './second-factor.types.ts';

/**
 * The code for POST /data/portal/default after the login: a method, or the one that clears the default. Null when the
 * box changes nothing that this call can express (rule 63), and when the password has to be changed first.
 */
export function defaultToSave({
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
