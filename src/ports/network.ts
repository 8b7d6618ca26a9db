import { fromCallback } from 'xstate';
import type { NetworkEvent } from '#machines/network/network.machine.ts';

/** Reports when the browser goes offline or online. */
export const networkPorts = (page: Window) => ({
  watchNetwork: fromCallback<NetworkEvent>(({ sendBack }) => {
    const reportLost = () => sendBack({ type: 'network.lost' });
    const reportRestored = () => sendBack({ type: 'network.restored' });
    page.addEventListener('offline', reportLost);
    page.addEventListener('online', reportRestored);
    return () => {
      page.removeEventListener('offline', reportLost);
      page.removeEventListener('online', reportRestored);
    };
  }),
});
