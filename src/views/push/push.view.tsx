import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { PushMachine } from '#machines/push/push.machine.ts';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { pushLead } from '#src/views/app-leads.ts';
import { KnownPerson } from '#src/views/known-person.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { PushProof } from './push-proof.tsx';

/** The push screen (spec section 2). */
export function PushView({ actor }: { readonly actor: ActorRefFrom<PushMachine> }) {
  const text = useText();
  const { userId, hasOtherMethods, ...context } = useSelector(actor, (snapshot) => snapshot.context);
  const [boxes, setBoxes] = useState(context.boxes);

  return (
    <Card title={text('title.method.10')} lead={text(pushLead())}>
      <KnownPerson userId={userId} />
      <PushProof actor={actor} boxes={boxes}>
        {(isBusy) => <MethodBoxes {...boxes} onChange={setBoxes} isBusy={isBusy} />}
      </PushProof>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
    </Card>
  );
}
