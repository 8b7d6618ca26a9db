import { fromCallback } from 'xstate';
import type { TabMessage } from '#machines/portal/portal.types.ts';

const CHANNEL_NAME = 'munjigi.login';

/** Informs the other tabs of a sign-in in this tab, and reports the sign-ins of the other tabs. Stores nothing. */
export const tabsPort = (pageWindow: Pick<typeof globalThis, 'BroadcastChannel'>) =>
  fromCallback<TabMessage>(({ sendBack, receive }) => {
    const channel = new pageWindow.BroadcastChannel(CHANNEL_NAME);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') sendBack({ type: 'login.noticed', userId: data });
    });
    receive(({ userId }) => channel.postMessage(userId));
    return () => channel.close();
  });
