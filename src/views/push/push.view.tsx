import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { PushMachine } from '#machines/push/push.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { usePortal } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { pushLeadKey } from '#src/views/app-leads.ts';
import { ChangeLink } from '#src/views/change-link.tsx';
import { IdentifiedPerson } from '#src/views/identified-person.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { PushProof } from './push-proof.tsx';

/** The push screen (spec section 2). */
export function PushView({ actor }: { readonly actor: ActorRefFrom<PushMachine> }) {
  const text = useText();
  const { event } = useFormEvents(usePortal());
  const userId = useSelector(actor, ({ context }) => context.userId);

  return (
    <Card title={text('title.method.10')} lead={text(pushLeadKey())}>
      <IdentifiedPerson userId={userId} />
      <PushProof actor={actor} manageEvent={event({ type: 'route.requested', address: '/first/management' })}>
        {(isBusy) => (
          <MethodBoxes
            actor={actor}
            name={TYPE_CODES.push}
            autoStartLabel="method.alwaysPush"
            isBusy={isBusy}
          />
        )}
      </PushProof>
      <ChangeLink actor={actor} />
    </Card>
  );
}
