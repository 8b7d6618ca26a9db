import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { EmergencyMachine } from '#machines/emergency/emergency.machine.ts';
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

/** The emergency-code screen (spec section 2). */
export function EmergencyView({ actor }: { readonly actor: ActorRefFrom<EmergencyMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, hasOtherMethods, problem, failure } = snapshot.context;
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { error, tell } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');

  useSelectAfter(failure, field);

  function submit() {
    actor.send({ type: 'code.submitted', code });
    tell();
  }

  return (
    <Card title={text('title.method.0')} lead={text('emergency.lead')}>
      <AccountLine label={text('password.account')} userId={userId} />
      <Form onSubmit={submit}>
        <CodeEntry
          field={field}
          kind="characters"
          label={text('emergency.label')}
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
        general="info.failure.emergency"
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </Card>
  );
}
