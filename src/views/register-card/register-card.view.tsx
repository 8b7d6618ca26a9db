import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { RegisterCardMachine } from '#machines/register-card/register-card.machine.ts';
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
import { CodeEntry } from '#src/views/code-entry.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { Facts } from '#src/views/registration/facts.tsx';
import { RegistrationFailure } from '#src/views/registration/registration-failure.tsx';
import { useAttention } from '#src/views/use-attention.ts';

/** The text keys of refusals, by error code. */
const REFUSAL_KEYS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['cardTaken', 'info.otpcard.failure.already'],
  ['unknownCard', 'info.otpcard.failure.invalid.card'],
  ['invalidSerial', 'info.otpcard.failure.invalid.serial'],
  ['invalidVendor', 'info.otpcard.failure.invalid.vendor'],
  ['nextCode', 'info.otpcard.failure.next'],
]);

const FORMS = {
  'serial.submitted': { serial: textField('serial') },
  'code.submitted': { code: textField('code') },
} satisfies FormTable<EventFromLogic<RegisterCardMachine>>;

/** The registration of an OTP card: its serial number, then a code that the card shows. */
export function RegisterCardView({ actor }: { readonly actor: ActorRefFrom<RegisterCardMachine> }) {
  const text = useText();
  const { scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { card, hasCard, problem, failure } = snapshot.context;
  // The serial number is stored here, so that the field contains it when the person goes back to it.
  const [typedSerial, setTypedSerial] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');

  useAttention(failure, field, 'after');

  const reportEdit = () => actor.send({ type: 'field.edited' });

  return (
    <Card
      title={text('title.registration.7')}
      lead={text(card === null ? 'registerCard.serialLead' : 'registerCard.codeLead')}
    >
      {card === null ? null : (
        <Facts
          facts={[
            [text('factor.serialNumber'), card.serialNumber],
            [text('factor.modelCode'), card.modelCode],
            [text('factor.companyName'), card.companyName],
            [text('factor.registrationDate'), card.registrationDate],
          ]}
        />
      )}
      <Message tone="warning" live="polite">
        {card !== null && hasCard ? text('registerCard.replaces') : null}
      </Message>
      <Form event={scriptFormEvent(card === null ? 'serial.submitted' : 'code.submitted', announceProblem)}>
        {card === null ? (
          <TextField
            key="serial"
            ref={field}
            label={text('factor.serialNumber')}
            name="serial"
            autoComplete="off"
            enterKeyHint="next"
            autoFocus
            defaultValue={typedSerial}
            onChange={(value) => {
              setTypedSerial(value);
              reportEdit();
            }}
            error={error}
            hint={text('registerCard.serialHint')}
            readOnly={isBusy}
          />
        ) : (
          <CodeEntry
            key="code"
            field={field}
            kind="digits"
            label={text('code.label')}
            hint={text('registerCard.codeHint')}
            onChange={reportEdit}
            error={error}
            isBusy={isBusy}
          />
        )}
        <ButtonRow>
          <Button
            type="submit"
            busy={isBusy}
            busyLabel={text(card === null ? 'registration.checking' : 'code.checking')}
          >
            {text(card === null ? 'action.next' : 'action.register')}
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
        fallbackKey="info.otpcard.failure.common"
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </Card>
  );
}
