import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { OfflineMachine } from '#machines/offline/offline.machine.ts';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';

/** The line at the top that says that the network is gone or back. */
export function OfflineView({ actor }: { readonly actor: ActorRefFrom<OfflineMachine> }) {
  const text = useText();
  const state = useSelector(actor, (snapshot) => snapshot.value);
  if (state === 'offline') return <Banner tone="warning">{text('offline.lost')}</Banner>;
  return <Banner tone="success">{state === 'restored' ? text('offline.restored') : null}</Banner>;
}
