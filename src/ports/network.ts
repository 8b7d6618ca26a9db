import { fromCallback } from 'xstate';
import type { NetworkEvent } from '#machines/network/network.machine.ts';

/** Reports when the browser goes offline or online. */
export const networkPorts = (page: Window) => ({
  watchNetwork: fromCallback<NetworkEvent>(({ sendBack }) => {
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
