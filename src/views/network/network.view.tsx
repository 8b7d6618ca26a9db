import { useSelector } from '@xstate/react';
import { useIntl } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import type { NetworkMachine } from '#machines/network/network.machine.ts';
import { useAfterHydration } from '#src/app/after-hydration.ts';
import { useLateParts } from '#src/app/late-parts.ts';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';

/** The banner about a lost or restored connection. */
export function NetworkView({ actor }: { readonly actor: ActorRefFrom<NetworkMachine> }) {
  const text = useText();
  const actualState = useSelector(actor, (snapshot) => snapshot.value);
  const state = useAfterHydration(actualState, 'online');
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
