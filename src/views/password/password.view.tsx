import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { PasswordMachine } from '#machines/password/password.machine.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Form } from '#src/ui/form.tsx';
import { HiddenUserName } from '#src/ui/hidden-user-name.tsx';
import { Message } from '#src/ui/message.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { useSelectAfter } from '#src/views/select-after.ts';

/** The password screen (spec section 2). */
export function PasswordView({ actor }: { readonly actor: ActorRefFrom<PasswordMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, mode, hasOtherMethods, isFixed, problem, failure } = snapshot.context;
  const service = usePortalSelector(({ context }) => context.session.flow.company);
  const remark = usePortalSelector(({ context }) => context.remark);
  const [password, setPassword] = useState('');
  const [always, setAlways] = useState(isFixed);
  const field = useRef<HTMLInputElement>(null);
  const { error, tell } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const isGate = mode === 'gate';

  function submit() {
    actor.send({ type: 'password.submitted', password, always });
    tell();
  }

  useSelectAfter(failure, field);

  const lead = service === '' ? text('password.leadUnknown') : text('password.lead', { service });
  return (
    <Card title={text('title.password')} lead={isGate ? text('password.leadGate') : lead}>
      <Message tone="info" live="polite">
        {remark ? text(remark) : null}
      </Message>
      <AccountLine label={text('password.account')} userId={userId} />
      <Form onSubmit={submit}>
        <HiddenUserName value={userId} />
        <PasswordField
          ref={field}
          label={text('password.label')}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          autoFocus
          readOnly={isBusy}
          value={password}
          onChange={(value) => {
            setPassword(value);
            actor.send({ type: 'password.edited' });
          }}
          error={error}
          labels={{ show: text('password.show'), hide: text('password.hide') }}
          capsLock={text('password.capsLock')}
        />
        {isGate ? null : (
          <Checkbox
            label={text('password.always')}
            name="always"
            checked={always}
            onChange={setAlways}
            disabled={isBusy}
          />
        )}
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('password.checking')}>
            {text(isGate ? 'action.next' : 'action.login')}
          </Button>
          <Button kind="secondary" onClick={() => actor.send({ type: 'password.back' })}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Form>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('password.other')}</TextLink>
      ) : null}
      <FailureDialog
        failure={failure}
        call={isGate ? undefined : 'authenticate'}
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </Card>
  );
}
