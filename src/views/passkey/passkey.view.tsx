import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { PasskeyMachine } from '#machines/passkey/passkey.machine.ts';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { KnownPerson } from '#src/views/known-person.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { PasskeyProof } from './passkey-proof.tsx';

/** The passkey login screen (spec section 2). */
export function PasskeyView({ actor }: { readonly actor: ActorRefFrom<PasskeyMachine> }) {
  const text = useText();
  const { userId, hasOtherMethods, ...context } = useSelector(actor, (snapshot) => snapshot.context);
  const [boxes, setBoxes] = useState(context.boxes);

  return (
    <Card title={text('title.method.12')} lead={text('passkey.lead')}>
      <KnownPerson userId={userId} />
      <PasskeyProof actor={actor} boxes={boxes}>
        {(isBusy) => <MethodBoxes {...boxes} onChange={setBoxes} isBusy={isBusy} />}
      </PasskeyProof>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
    </Card>
  );
}
