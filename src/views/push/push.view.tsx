import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { PushMachine } from '#machines/push/push.machine.ts';
import { isOnPhone } from '#src/app/on-phone.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Card } from '#src/ui/card.tsx';
import { ChangeLink } from '#src/views/change-link.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { PushProof } from './push-proof.tsx';

/** The push screen (spec section 2). */
export function PushView({ actor }: { readonly actor: ActorRefFrom<PushMachine> }) {
  const text = useText();
  const userId = useSelector(actor, ({ context }) => context.userId);

  return (
    <Card title={text('title.method.10')} lead={text(isOnPhone(navigator) ? 'push.leadPhone' : 'push.lead')}>
      <AccountLine label={text('password.account')} userId={userId} />
      <PushProof actor={actor}>{(isBusy) => <MethodBoxes actor={actor} isBusy={isBusy} />}</PushProof>
      <ChangeLink actor={actor} />
    </Card>
  );
}
