import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { CodeMachine } from '#machines/code/code.machine.ts';
import { isNullText } from '#machines/shared/outcome.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { useSelectAfter } from '#src/views/select-after.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

type ScreenTexts = { readonly title: MessageKey; readonly lead: MessageKey; readonly token: MessageKey };

const CARD: ScreenTexts = { title: 'title.method.7', lead: 'code.leadCard', token: 'code.tokenCard' };
const YUBIKEY: ScreenTexts = {
  title: 'title.method.8',
  lead: 'code.leadYubikey',
  token: 'code.tokenYubikey',
};
const APP: ScreenTexts = { title: 'title.method.9', lead: 'code.leadApp', token: 'code.tokenApp' };

function textsOf(code: TokenCode): ScreenTexts {
  if (code === TOKEN_CODES.otpCard) return CARD;
  return code === TOKEN_CODES.yubikey ? YUBIKEY : APP;
}

/** The OTP card, Yubikey and mobile OTP screens (spec section 2). */
export function CodeView({ actor }: { readonly actor: ActorRefFrom<CodeMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, tokenCode, token, hasOtherMethods, problem, failure } = snapshot.context;
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { error, tell } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const isYubikey = tokenCode === TOKEN_CODES.yubikey;
  const { title, lead, token: tokenLabel } = textsOf(tokenCode);

  useSelectAfter(failure, field);

  function submit() {
    actor.send({ type: 'code.submitted', code });
    if (isYubikey && isNullText(code)) setCode('');
    tell();
  }

  return (
    <Card title={text(title)} lead={text(lead)}>
      <AccountLine label={text('password.account')} userId={userId} />
      {token === '' ? null : (
        <AccountLine
          label={text(tokenLabel)}
          userId={token === 'offline' ? text('code.offlineApp') : token}
        />
      )}
      <Form onSubmit={submit}>
        <CodeEntry
          field={field}
          kind={isYubikey ? 'keys' : 'digits'}
          label={text(isYubikey ? 'code.labelYubikey' : 'code.label')}
          value={code}
          onChange={(value) => {
            setCode(value);
            actor.send({ type: 'code.edited' });
          }}
          error={error}
          isBusy={isBusy}
        />
        <Button type="submit" busy={isBusy} busyLabel={text('code.checking')}>
          {text('action.login')}
        </Button>
      </Form>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
      <FailureDialog
        failure={failure}
        call="authenticate"
        general="info.failure.otp.authentication"
        onDismiss={() => {
          actor.send({ type: 'failure.dismissed' });
          if (isYubikey) setCode('');
        }}
        finalFocus={field}
      />
    </Card>
  );
}
