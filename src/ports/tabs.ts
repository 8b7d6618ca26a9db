import { fromCallback } from 'xstate';
import type { TabNews } from '#machines/portal/portal.types.ts';

const CHANNEL = 'munjigi.login';

/** Tells the other tabs of this browser who has signed in, and hears it of them. Nothing is stored. */
export const tabsPort = (page: Pick<typeof globalThis, 'BroadcastChannel'>) =>
  fromCallback<TabNews>(({ sendBack, receive }) => {
    const channel = new page.BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') sendBack({ type: 'login.noticed', userId: data });
    });
    receive(({ userId }) => channel.postMessage(userId));
    return () => channel.close();
  });
