import { fromCallback } from 'xstate';
import type { OfflineEvent } from '#machines/offline/offline.machine.ts';

/** Tells whether the browser has a network. */
export const offlinePorts = (page: Window) => ({
  watchNetwork: fromCallback<OfflineEvent>(({ sendBack }) => {
    const lost = () => sendBack({ type: 'network.lost' });
    const restored = () => sendBack({ type: 'network.restored' });
    page.addEventListener('offline', lost);
    page.addEventListener('online', restored);
    return () => {
      page.removeEventListener('offline', lost);
      page.removeEventListener('online', restored);
    };
  }),
});
