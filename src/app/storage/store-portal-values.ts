import { type PortalRef, type PortalSnapshot, policyToStore } from '#machines/portal/portal.selectors.ts';
import type { PortalStorage } from './storage.ts';

/**
 * From now on, stores the values that survive a reload: session values, policy and chosen language. Must be called
 * before the portal starts, so that no change is missed.
 */
export function storePortalValues(
  portal: PortalRef,
  storage: PortalStorage,
  rememberLanguage: (language: 'ko' | 'en') => void,
): void {
  let lastLocale = portal.getSnapshot().context.locale;
  const store = (snapshot: PortalSnapshot) => {
    storage.writeSession(snapshot.context.session);
    storage.writePolicy(policyToStore(snapshot));
    const { locale } = snapshot.context;
    if (locale !== lastLocale) {
      lastLocale = locale;
      // The locale `jp` can only be the browser's language: the person cannot choose it.
      if (locale !== 'jp') rememberLanguage(locale);
    }
  };
  portal.subscribe(store);
}
