import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { CodeMachine } from '#machines/code/code.machine.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Card } from '#src/ui/card.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { CodeProof } from './code-proof.tsx';
import { codeTexts } from './code-texts.ts';

/** The OTP card, Yubikey and mobile OTP screens (spec section 2). */
export function CodeView({ actor }: { readonly actor: ActorRefFrom<CodeMachine> }) {
  const text = useText();
  const { userId, tokenCode, hasOtherMethods } = useSelector(actor, ({ context }) => context);
  const { title, lead } = codeTexts(tokenCode);

  return (
    <Card title={text(title)} lead={text(lead)}>
      <AccountLine label={text('password.account')} userId={userId} />
      <CodeProof actor={actor} />
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
    </Card>
  );
}
