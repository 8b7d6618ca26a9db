import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { EmergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { ChangeLink } from '#src/views/change-link.tsx';
import { IdentifiedPerson } from '#src/views/identified-person.tsx';
import { EmergencyProof } from './emergency-proof.tsx';

/** The screen of the temporary code (spec section 2, "Emergency code"). */
export function EmergencyView({ actor }: { readonly actor: ActorRefFrom<EmergencyMachine> }) {
  const text = useText();
  const userId = useSelector(actor, ({ context }) => context.userId);

  return (
    <Card title={text('title.method.0')} lead={text('emergency.lead')}>
      <IdentifiedPerson userId={userId} />
      <EmergencyProof actor={actor} />
      <ChangeLink actor={actor} />
    </Card>
  );
}
