import { type PortalRef, type PortalSnapshot, policyToStore } from '#machines/portal/portal.selectors.ts';
import type { PortalStorage } from './storage.ts';

/**
 * Stores the values that survive a reload: session values, policy, chosen language.
 * Called once, before the portal starts.
 */
export function storePortalValues(
  portal: PortalRef,
  storage: PortalStorage,
  rememberLanguage: (language: 'ko' | 'en') => void,
): void {
  let locale = portal.getSnapshot().context.locale;
  const write = (snapshot: PortalSnapshot) => {
    storage.writeSession(snapshot.context.session);
    storage.writePolicy(policyToStore(snapshot));
    if (snapshot.context.locale !== locale) {
      locale = snapshot.context.locale;
      if (locale !== 'jp') rememberLanguage(locale);
    }
  };
  portal.subscribe(write);
}
