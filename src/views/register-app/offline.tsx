import { useSelector } from '@xstate/react';
import { type ReactNode, useRef, useState } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { RegisterAppMachine } from '#machines/register-app/register-app.machine.ts';
import type { OsType } from '#machines/register-app/register-app.types.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { choiceField, type FormTable } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { Message } from '#src/ui/message.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import facts from '#src/views/registration/facts.module.css';
import { ClientKeyFields, readClientKey } from './client-key-fields.tsx';

const FORMS = {
  'key.submitted': { key: readClientKey },
  'app.register': { osType: choiceField<OsType>('osType', ['android', 'ios']) },
} satisfies FormTable<EventFromLogic<RegisterAppMachine>>;

/**
 * The steps of the registration of an offline app: the client key, the values that the person compares with the phone,
 * and the operating system of the phone.
 */
export function OfflinePart({
  actor,
  backButton,
}: {
  readonly actor: ActorRefFrom<RegisterAppMachine>;
  readonly backButton: ReactNode;
}) {
  const text = useText();
  const { scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { offline, problem } = snapshot.context;
  // The key is stored here, so that the fields contain it when the person goes back to them.
  const [typedKey, setTypedKey] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');

  const keyEvent = scriptFormEvent('key.submitted', announceProblem);
  const submitEvent = {
    send(fields: Fields) {
      setTypedKey(readClientKey(fields));
      keyEvent.send(fields);
    },
  };

  if (offline && snapshot.matches('comparing')) {
    return (
      <>
        <Message tone="info" live="polite">
          {text('registerApp.compare')}
        </Message>
        <dl className={facts['typed']}>
          <dt>{text('registerApp.ak')}</dt>
          <dd>{offline.ak}</dd>
          <dt>{text('registerApp.proof')}</dt>
          <dd>{offline.otp}</dd>
        </dl>
        <ButtonRow>
          <Button onClick={() => actor.send({ type: 'comparison.confirmed' })}>
            {text('registerApp.same')}
          </Button>
          {backButton}
        </ButtonRow>
      </>
    );
  }
  if (snapshot.matches('choosingOs') || snapshot.matches('registering')) {
    return (
      <Form event={scriptFormEvent('app.register')}>
        <RadioGroup
          legend={text('registerApp.osType')}
          name="osType"
          defaultValue="android"
          options={[
            { value: 'android', label: 'Android' },
            { value: 'ios', label: 'iOS' },
          ]}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('registration.saving')}>
            {text('action.register')}
          </Button>
          {backButton}
        </ButtonRow>
      </Form>
    );
  }
  return (
    <Form event={submitEvent}>
      <ClientKeyFields
        firstField={field}
        defaultValue={typedKey}
        onChange={() => actor.send({ type: 'key.edited' })}
        error={error}
        isBusy={isBusy}
      />
      <ButtonRow>
        <Button type="submit" busy={isBusy} busyLabel={text('registration.checking')}>
          {text('action.next')}
        </Button>
        {backButton}
      </ButtonRow>
    </Form>
  );
}
