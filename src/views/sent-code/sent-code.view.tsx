import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { KnownPerson } from '#src/views/known-person.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { SentCodeProof } from './sent-code-proof.tsx';

/** The SMS and mail OTP screens (spec section 2, decision 75). */
export function SentCodeView({ actor }: { readonly actor: ActorRefFrom<SentCodeMachine> }) {
  const text = useText();
  const { userId, tokenCode, isFixed, alwaysSend, hasOtherMethods } = useSelector(
    actor,
    ({ context }) => context,
  );
  const [boxes, setBoxes] = useState({ always: isFixed, alwaysSend });

  return (
    <Card title={text(`title.method.${tokenCode}` as MessageKey)} lead={text('otp.lead')}>
      <KnownPerson userId={userId} />
      <SentCodeProof actor={actor} boxes={boxes}>
        {(isBusy) => <MethodBoxes {...boxes} onChange={setBoxes} isBusy={isBusy} />}
      </SentCodeProof>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
    </Card>
  );
}
