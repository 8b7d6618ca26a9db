import { HAS_ACCOUNTS_KEY } from '#wire/phone-app.ts';

/**
 * Keeps `localStorage` up to date about whether the phone has accounts, for wire/first-open-script.ts. That script does
 * not read it in a page of the service worker, where the first value is not written: in a browser that was just started
 * `localStorage` is slow.
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
