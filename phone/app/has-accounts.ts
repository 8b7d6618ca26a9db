import { HAS_ACCOUNTS_KEY } from '#wire/phone-app.ts';

/** Stores whether the phone has accounts, for the script of the page (wire/first-open-script.ts). */
export function saveHasAccounts({ localStorage }: Pick<Window, 'localStorage'>, hasAccounts: boolean): void {
  if (hasAccounts) localStorage.setItem(HAS_ACCOUNTS_KEY, '1');
  else localStorage.removeItem(HAS_ACCOUNTS_KEY);
}
