import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { QrMachine } from '#machines/qr/qr.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { qrLeadKey } from '#src/views/app-leads.ts';
import { IdentifiedPerson } from '#src/views/identified-person.tsx';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { QrProof } from './qr-proof.tsx';

/** The QR screen (spec section 2, "QR screen"; rules 87 to 89). */
export function QrView({ actor }: { readonly actor: ActorRefFrom<QrMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const portalEvents = useFormEvents(usePortal());
  const snapshot = useSelector(actor, (current) => current);
  const { userId } = snapshot.context;
  const requiresNumber = usePortalSelector(({ context }) => context.config.appAsksMatch);

  return (
    <Card title={text('title.method.11')} lead={text(qrLeadKey(requiresNumber))}>
      {userId === '' ? null : <IdentifiedPerson userId={userId} />}
      <QrProof actor={actor} />
      <TextLink
        event={portalEvents.event({
          type: 'route.requested',
          address: `/first/management?type=${TYPE_CODES.qr}`,
        })}
      >
        {text('qr.register')}
      </TextLink>
      {snapshot.can({ type: 'qr.leave' }) ? (
        <TextLink event={event({ type: 'qr.leave' })}>
          {text(userId === '' ? 'qr.useId' : 'method.change')}
        </TextLink>
      ) : null}
    </Card>
  );
}
