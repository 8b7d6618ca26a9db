import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Form } from '#src/ui/form.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';

const FORMS = {
  'name.submitted': { name: textField('passkeyName') },
} satisfies FormTable<EventFromLogic<FactorsMachine>>;

/** The form with which a person renames a factor. */
export function NameForm({ actor }: { readonly actor: ActorRefFrom<FactorsMachine> }) {
  const text = useText();
  const { scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { selectedFactor, problem } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  return (
    <Form event={scriptFormEvent('name.submitted', announceProblem)}>
      <TextField
        ref={field}
        label={text('factors.newName')}
        name="passkeyName"
        autoComplete="off"
        enterKeyHint="done"
        autoFocus
        readOnly={isBusy}
        defaultValue={selectedFactor?.name}
        onChange={() => actor.send({ type: 'name.edited' })}
        error={error}
        hint={text('registerPasskey.nameHint')}
      />
      <ButtonRow>
        <Button type="submit" busy={isBusy} busyLabel={text('holding.saving')}>
          {text('factors.save')}
        </Button>
        <Button kind="secondary" disabled={isBusy} onClick={() => actor.send({ type: 'change.cancelled' })}>
          {text('action.cancel')}
        </Button>
      </ButtonRow>
    </Form>
  );
}
