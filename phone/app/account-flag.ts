import { HAS_ACCOUNTS_KEY } from '#wire/phone-app.ts';

/**
 * Returns a function that stores in `localStorage` whether the phone has accounts; wire/first-open-script.ts reads the
 * stored value. A page from the service worker does not contain this script, and `localStorage` is slow just after the
 * start of a browser. In such a page only later changes are stored.
 */
export function createAccountFlagWriter(browserWindow: Window): (hasAccounts: boolean) => void {
  let lastValue: boolean | null = null;
  const isFromServiceWorker = Boolean(browserWindow.navigator.serviceWorker?.controller);
  return (hasAccounts) => {
    const isFirst = lastValue === null;
    if (hasAccounts === lastValue) return;
    lastValue = hasAccounts;
    if (isFirst && isFromServiceWorker) return;
    if (hasAccounts) browserWindow.localStorage.setItem(HAS_ACCOUNTS_KEY, '1');
    else browserWindow.localStorage.removeItem(HAS_ACCOUNTS_KEY);
  };
}
