import { HAS_ACCOUNTS_KEY } from '#wire/phone-app.ts';

/**
 * Stores in `localStorage` whether the phone has accounts, for wire/first-open-script.ts. In a page of the service worker
 * that script does not read it, so the first value is not written there, because `localStorage` is slow just after the
 * start of a browser.
 */
export function createAccountFlag(page: Window): (hasAccounts: boolean) => void {
  let saved: boolean | null = null;
  const isControlled = Boolean(page.navigator.serviceWorker?.controller);
  return (hasAccounts) => {
    const isFirst = saved === null;
    if (hasAccounts === saved) return;
    saved = hasAccounts;
    if (isFirst && isControlled) return;
    if (hasAccounts) page.localStorage.setItem(HAS_ACCOUNTS_KEY, '1');
    else page.localStorage.removeItem(HAS_ACCOUNTS_KEY);
  };
}
