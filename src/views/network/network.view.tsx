import { useSelector } from '@xstate/react';
import { useIntl } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import type { NetworkMachine } from '#machines/network/network.machine.ts';
import { useAfterHydration } from '#src/app/after-hydration.ts';
import { useLateParts } from '#src/app/late-parts.ts';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';

/** The banner that says that the connection is lost or restored. */
export function NetworkView({ actor }: { readonly actor: ActorRefFrom<NetworkMachine> }) {
  const text = useText();
  const networkState = useSelector(actor, (snapshot) => snapshot.value);
  // The server renders every page as online.
  const state = useAfterHydration(networkState, 'online');
  const { messages } = useIntl();
  const lateParts = useLateParts();
  if (state === 'offline') {
    const lostText = text('offline.lost');
    return (
      <Banner tone="warning">
        {lateParts ? lateParts.withInputNote(lostText, text, messages) : lostText}
      </Banner>
    );
  }
  return <Banner tone="success">{state === 'restored' ? text('offline.restored') : null}</Banner>;
}
