import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { RegisterYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { fillField } from '#src/ui/field-text.ts';
import { Form } from '#src/ui/form.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { RegistrationFailure } from '#src/views/registration/registration-failure.tsx';

/** The text keys of refusals, by error code. */
const REFUSAL_KEYS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['keyTaken', 'info.yubikey.failure.taken'],
  ['slotsFull', 'info.yubikey.failure.full'],
]);

const FORMS = {
  'code.submitted': { code: textField('code') },
} satisfies FormTable<EventFromLogic<RegisterYubikeyMachine>>;

/** The registration of a Yubikey with a code that it types. */
export function RegisterYubikeyView({ actor }: { readonly actor: ActorRefFrom<RegisterYubikeyMachine> }) {
  const text = useText();
  const { scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { problem, failure } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');

  return (
    <Card title={text('title.registration.8')} lead={text('registerYubikey.lead')}>
      <Form event={scriptFormEvent('code.submitted', announceProblem)}>
        <CodeEntry
          field={field}
          kind="keys"
          label={text('code.labelYubikey')}
          hint={text('registerYubikey.hint')}
          onChange={() => actor.send({ type: 'code.edited' })}
          error={error}
          isBusy={isBusy}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('code.checking')}>
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
        fallbackKey="info.yubikey.failure"
        onDismiss={() => {
          actor.send({ type: 'failure.dismissed' });
          fillField(field.current, '');
        }}
        finalFocus={field}
      />
    </Card>
  );
}
