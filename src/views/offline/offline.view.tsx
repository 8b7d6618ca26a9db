import { useSelector } from '@xstate/react';
import { useIntl } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import type { OfflineMachine } from '#machines/offline/offline.machine.ts';
import { useAfterTakeOver } from '#src/app/after-take-over.ts';
import { useLateParts } from '#src/app/late-parts.ts';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';

/** The line at the top that says that the network is gone or back. */
export function OfflineView({ actor }: { readonly actor: ActorRefFrom<OfflineMachine> }) {
  const text = useText();
  const present = useSelector(actor, (snapshot) => snapshot.value);
  const state = useAfterTakeOver(present, 'online');
  const { messages } = useIntl();
  const late = useLateParts();
  if (state === 'offline') {
    const lost = text('offline.lost');
    return <Banner tone="warning">{late ? late.withKept(lost, text, messages) : lost}</Banner>;
  }
  return <Banner tone="success">{state === 'restored' ? text('offline.restored') : null}</Banner>;
}
