import { isChange } from '#machines/shared/change.ts';
import { NO_DEFAULT, SETTABLE_DEFAULTS } from '#wire/default-method.ts';
import type { SecondFactorContext } from './second-factor.types.ts';

/**
 * The code for POST /data/portal/default after the login: a method, or the one that clears. Null when
 * the box changes nothing that this call can say (decision 63), and for a login that leads to the change of
 * the password, which signs nobody in yet.
 */
export function defaultToSave({
  active,
  isDefault,
  policy,
  outcome,
  origin,
}: SecondFactorContext): string | null {
  if (active === null || !SETTABLE_DEFAULTS.includes(active)) return null;
  if (outcome?.reason !== 'authenticated' || isChange(outcome.login.to, origin)) return null;
  if (isDefault) return active;
  return policy.secondDefault === active ? NO_DEFAULT : null;
}
