import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { EmergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { KnownPerson } from '#src/views/known-person.tsx';
import { EmergencyProof } from './emergency-proof.tsx';

/** The emergency-code screen (spec section 2). */
export function EmergencyView({ actor }: { readonly actor: ActorRefFrom<EmergencyMachine> }) {
  const text = useText();
  const { userId, hasOtherMethods } = useSelector(actor, ({ context }) => context);

  return (
    <Card title={text('title.method.0')} lead={text('emergency.lead')}>
      <KnownPerson userId={userId} />
      <EmergencyProof actor={actor} />
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
    </Card>
  );
}
