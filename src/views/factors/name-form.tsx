import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Form } from '#src/ui/form.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';

/** Another name for a passkey. */
export function NameForm({ actor }: { readonly actor: ActorRefFrom<FactorsMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { subject, problem } = snapshot.context;
  const [name, setName] = useState(subject?.name ?? '');
  const field = useRef<HTMLInputElement>(null);
  const { error, announce } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  return (
    <Form
      onSubmit={() => {
        actor.send({ type: 'name.submitted', name });
        announce();
      }}
    >
      <TextField
        ref={field}
        label={text('factors.newName')}
        name="passkeyName"
        autoComplete="off"
        enterKeyHint="done"
        autoFocus
        readOnly={isBusy}
        value={name}
        onChange={(value) => {
          setName(value);
          actor.send({ type: 'name.edited' });
        }}
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
