import { fromCallback } from 'xstate';
import type { TabMessage } from '#machines/portal/portal.types.ts';

const CHANNEL = 'munjigi.login';

/** Sends sign-ins to the other tabs and receives theirs. Nothing is stored. */
export const tabsPort = (pageWindow: Pick<typeof globalThis, 'BroadcastChannel'>) =>
  fromCallback<TabMessage>(({ sendBack, receive }) => {
    const channel = new pageWindow.BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') sendBack({ type: 'login.noticed', userId: data });
    });
    receive(({ userId }) => channel.postMessage(userId));
    return () => channel.close();
  });
