import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { PasskeyMachine } from '#machines/passkey/passkey.machine.ts';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { ChangeLink } from '#src/views/change-link.tsx';
import { IdentifiedPerson } from '#src/views/identified-person.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { PasskeyProof } from './passkey-proof.tsx';

/** The passkey login screen (spec section 2). */
export function PasskeyView({ actor }: { readonly actor: ActorRefFrom<PasskeyMachine> }) {
  const text = useText();
  const userId = useSelector(actor, ({ context }) => context.userId);

  return (
    <Card title={text('title.method.12')} lead={text('passkey.lead')}>
      <IdentifiedPerson userId={userId} />
      <PasskeyProof actor={actor}>
        {(isBusy) => (
          <MethodBoxes
            actor={actor}
            name={TYPE_CODES.passkey}
            autoStartLabel="method.alwaysStart"
            isBusy={isBusy}
          />
        )}
      </PasskeyProof>
      <ChangeLink actor={actor} />
    </Card>
  );
}
