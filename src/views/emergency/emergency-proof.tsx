import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { EventFromLogic } from 'xstate';
import type { EmergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import type { ProofProps } from '#src/views/proof.ts';
import { inputFailure, useAttention } from '#src/views/use-attention.ts';

export const EMERGENCY_FORMS = {
  'code.submitted': { code: textField('code') },
} satisfies FormTable<EventFromLogic<EmergencyMachine>>;

/** The input of a temporary code. */
export function EmergencyProof({ actor, children }: ProofProps<EmergencyMachine>) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, EMERGENCY_FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { problem, failure } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');

  useAttention(inputFailure(failure), field, 'after');

  return (
    <>
      <Form event={formEvent('code.submitted', announceProblem)}>
        <CodeEntry
          field={field}
          kind="characters"
          label={text('emergency.label')}
          onChange={() => actor.send({ type: 'code.edited' })}
          error={error}
          isBusy={isBusy}
        />
        <Button type="submit" busy={isBusy} busyLabel={text('code.checking')}>
          {text('action.login')}
        </Button>
        {children?.(isBusy)}
      </Form>
      <FailureDialog
        failure={failure}
        call="authenticate"
        fallbackKey="info.failure.emergency"
        dismissEvent={event({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </>
  );
}
