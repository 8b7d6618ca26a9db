import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { DeviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { ChangeLink } from '#src/views/change-link.tsx';
import { IdentifiedPerson } from '#src/views/identified-person.tsx';
import { DeviceCodeProof } from './device-code-proof.tsx';
import { deviceTextsOf } from './device-texts.ts';

/** The OTP card, Yubikey and mobile OTP screens (spec section 2). */
export function DeviceCodeView({ actor }: { readonly actor: ActorRefFrom<DeviceCodeMachine> }) {
  const text = useText();
  const { userId, tokenCode } = useSelector(actor, ({ context }) => context);
  const { title, lead } = deviceTextsOf(tokenCode);

  return (
    <Card title={text(title)} lead={text(lead)}>
      <IdentifiedPerson userId={userId} />
      <DeviceCodeProof actor={actor} />
      <ChangeLink actor={actor} />
    </Card>
  );
}
