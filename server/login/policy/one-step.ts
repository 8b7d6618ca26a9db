import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import type { AccountStores, Settings } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { RememberedBrowser } from '#server/storage/repositories/remembered-browsers.ts';
import { expiredDayOf } from './expired-day.ts';
import { rememberedBrowserFor } from './remembered-second-step.ts';
import { type ActivePolicy, withoutSecondStep } from './resolve.ts';

/**
 * The policy without its second step, as it applies in a remembered browser. Null when the browser is not remembered,
 * when the first step is only possible with the method with which the browser was remembered, or when the password has
 * to be changed.
 */
export async function oneStepPolicy(
  portal: Settings & AccountStores,
  account: Account,
  { rule }: ActivePolicy,
): Promise<(ActivePolicy & { readonly remembered: RememberedBrowser }) | null> {
  const remembered = await rememberedBrowserFor(portal, account.userId, rule);
  const policyWithoutSecondStep = remembered && withoutSecondStep(rule, remembered.method);
  if (!policyWithoutSecondStep) return null;
  const password = isDirectoryAccount(portal.config, account)
    ? null
    : await portal.passwords.find(account.userId);
  if (password && expiredDayOf(account, password, portal.localTime()) !== null) return null;
  return { ...policyWithoutSecondStep, remembered };
}
