import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { RegisterPasskeyMachine } from '#machines/register-passkey/register-passkey.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import { Message } from '#src/ui/message.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { RegistrationFailure } from '#src/views/registration/registration-failure.tsx';

/** The text keys of refusals, by error code. */
const REFUSAL_KEYS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['passkeyTaken', 'registerPasskey.alreadyRegistered'],
  ['badName', 'factor.badName'],
]);

/** The text keys of the hints after a prompt in which no passkey was created. */
const HINT_KEYS = {
  cancelled: 'registerPasskey.cancelled',
  alreadyRegistered: 'registerPasskey.alreadyRegistered',
} as const;

const FORMS = {
  'name.submitted': { name: textField('passkeyName') },
} satisfies FormTable<EventFromLogic<RegisterPasskeyMachine>>;

/** The registration of a passkey: its name, then the passkey prompt of the browser. */
export function RegisterPasskeyView({ actor }: { readonly actor: ActorRefFrom<RegisterPasskeyMachine> }) {
  const text = useText();
  const { scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { problem, failure, hint, isSupported } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');

  return (
    <Card title={text('title.registration.12')} lead={text('registerPasskey.lead')}>
      <Message tone={isSupported ? 'info' : 'warning'} live="polite">
        {isSupported ? (hint ? text(HINT_KEYS[hint]) : null) : text('passkey.missing')}
      </Message>
      <Form event={scriptFormEvent('name.submitted', announceProblem)}>
        <TextField
          ref={field}
          label={text('factor.name')}
          name="passkeyName"
          autoComplete="off"
          enterKeyHint="go"
          autoFocus
          readOnly={isBusy}
          onChange={() => actor.send({ type: 'name.edited' })}
          error={error}
          hint={text('registerPasskey.nameHint')}
        />
        <p role="status">{snapshot.matches('creating') ? text('registerPasskey.making') : null}</p>
        <ButtonRow>
          <Button
            type="submit"
            disabled={!isSupported}
            busy={isBusy}
            busyLabel={snapshot.matches('creating') ? null : text('registration.checking')}
          >
            {text('action.register')}
          </Button>
          <Button
            kind="secondary"
            disabled={isBusy}
            onClick={() => actor.send({ type: 'registration.back' })}
          >
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Form>
      <RegistrationFailure
        failure={failure}
        refusalKeys={REFUSAL_KEYS}
        fallbackKey="info.passkey.failure.registration"
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </Card>
  );
}
