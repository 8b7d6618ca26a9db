import { type ReactNode, useRef } from 'react';
import type { EventFromLogic } from 'xstate';
import type { PasswordMachine } from '#machines/password/password.machine.ts';
import { useDeferredBusySnapshot } from '#src/app/deferred-busy-snapshot.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Form } from '#src/ui/form.tsx';
import { HiddenUserName } from '#src/ui/hidden-user-name.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { HangulOffer } from '#src/views/hangul-offer.tsx';
import type { ProofProps } from '#src/views/proof.ts';
import { inputFailure, useAttention } from '#src/views/use-attention.ts';

export const PASSWORD_FORMS = {
  'password.submitted': { password: textField('password') },
} satisfies FormTable<EventFromLogic<PasswordMachine>>;

/** The input of the password. */
export function PasswordProof({
  actor,
  children,
  adjacentButton,
}: ProofProps<PasswordMachine> & {
  /** A button next to the submit button. */
  readonly adjacentButton?: ReactNode;
}) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, PASSWORD_FORMS);
  const snapshot = useDeferredBusySnapshot(actor);
  const { userId, mode, problem, failure } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const isGate = mode === 'gate';

  useAttention(inputFailure(failure), field, 'after');

  return (
    <>
      <Form event={formEvent('password.submitted', announceProblem)}>
        <HiddenUserName value={userId} />
        <PasswordField
          ref={field}
          label={text('password.label')}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          autoFocus
          readOnly={isBusy}
          onChange={() => actor.send({ type: 'password.edited' })}
          visibleMessage={<HangulOffer field={field} />}
          error={error}
          labels={{ show: text('password.show'), hide: text('password.hide') }}
          capsLock={text('password.capsLock')}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('password.checking')}>
            {text(isGate ? 'action.next' : 'action.login')}
          </Button>
          {adjacentButton}
        </ButtonRow>
        {children?.(isBusy)}
      </Form>
      <FailureDialog
        failure={failure}
        call={isGate ? undefined : 'authenticate'}
        dismissEvent={event({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </>
  );
}
