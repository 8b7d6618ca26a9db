import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { ChangeLink } from '#src/views/change-link.tsx';
import { IdentifiedPerson } from '#src/views/identified-person.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { SentCodeProof } from './sent-code-proof.tsx';

/** The SMS and mail OTP screens (spec section 2, rule 75). */
export function SentCodeView({ actor }: { readonly actor: ActorRefFrom<SentCodeMachine> }) {
  const text = useText();
  const { userId, tokenCode } = useSelector(actor, ({ context }) => context);

  return (
    <Card title={text(`title.method.${tokenCode}` as MessageKey)} lead={text('otp.lead')}>
      <IdentifiedPerson userId={userId} />
      <SentCodeProof actor={actor}>
        {(isBusy) => <MethodBoxes actor={actor} name={tokenCode} isBusy={isBusy} />}
      </SentCodeProof>
      <ChangeLink actor={actor} />
    </Card>
  );
}
