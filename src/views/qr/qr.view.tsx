import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { QrMachine } from '#machines/qr/qr.machine.ts';
import { isOnPhone } from '#src/app/on-phone.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Card } from '#src/ui/card.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { QrProof } from './qr-proof.tsx';

/** The QR screen (spec section 2, "QR screen"; decisions 87 to 89). */
export function QrView({ actor }: { readonly actor: ActorRefFrom<QrMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId } = snapshot.context;

  return (
    <Card title={text('title.method.11')} lead={text(isOnPhone(navigator) ? 'qr.leadPhone' : 'qr.lead')}>
      {userId === '' ? null : <AccountLine label={text('password.account')} userId={userId} />}
      <QrProof actor={actor} />
      {snapshot.can({ type: 'qr.leave' }) ? (
        <TextLink onClick={() => actor.send({ type: 'qr.leave' })}>
          {text(userId === '' ? 'qr.useId' : 'method.change')}
        </TextLink>
      ) : null}
    </Card>
  );
}
