import { fromCallback } from 'xstate';
import type { NetworkEvent } from '#machines/network/network.machine.ts';

/** Reports when the browser goes offline or online. */
export const networkPorts = (pageWindow: Window) => ({
  watchNetwork: fromCallback<NetworkEvent>(({ sendBack }) => {
    const reportLost = () => sendBack({ type: 'network.lost' });
    const reportRestored = () => sendBack({ type: 'network.restored' });
    pageWindow.addEventListener('offline', reportLost);
    pageWindow.addEventListener('online', reportRestored);
    return () => {
      pageWindow.removeEventListener('offline', reportLost);
      pageWindow.removeEventListener('online', reportRestored);
    };
  }),
});
