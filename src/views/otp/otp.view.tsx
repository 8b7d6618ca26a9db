import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { OtpMachine } from '#machines/otp/otp.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Card } from '#src/ui/card.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { OtpProof } from './otp-proof.tsx';

/** The SMS and mail OTP screens (spec section 2, decision 75). */
export function OtpView({ actor }: { readonly actor: ActorRefFrom<OtpMachine> }) {
  const text = useText();
  const { userId, tokenCode, isFixed, alwaysSend, hasOtherMethods } = useSelector(
    actor,
    ({ context }) => context,
  );
  const [boxes, setBoxes] = useState({ always: isFixed, alwaysSend });

  return (
    <Card title={text(`title.method.${tokenCode}` as MessageKey)} lead={text('otp.lead')}>
      <AccountLine label={text('password.account')} userId={userId} />
      <OtpProof actor={actor} boxes={boxes}>
        {(isBusy) => <MethodBoxes {...boxes} onChange={setBoxes} isBusy={isBusy} />}
      </OtpProof>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
    </Card>
  );
}
