import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { EventFromLogic } from 'xstate';
import type { DeviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Form } from '#src/ui/form.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import type { ProofProps } from '#src/views/proof.ts';
import { inputFailure, useAttention } from '#src/views/use-attention.ts';
import { useFilledCode } from '#src/views/use-filled-code.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { deviceTextsOf } from './device-texts.ts';

export const DEVICE_CODE_FORMS = {
  'code.submitted': { code: textField('code') },
} satisfies FormTable<EventFromLogic<DeviceCodeMachine>>;

/** The registered device that shows the code, and the input of the code. */
export function DeviceCodeProof({
  actor,
  submitLabel = 'action.login',
  failureTitle,
  call = 'authenticate',
  adjacentButton,
  children,
}: ProofProps<DeviceCodeMachine>) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, DEVICE_CODE_FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { tokenCode, token, problem, failure } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const isYubikey = tokenCode === TYPE_CODES.yubikey;

  useFilledCode(actor, field);
  useAttention(inputFailure(failure), field, 'after');

  return (
    <>
      {token === '' ? null : (
        <AccountLine
          label={text(deviceTextsOf(tokenCode).token)}
          value={token === 'offline' ? text('code.offlineApp') : token}
        />
      )}
      <Form event={formEvent('code.submitted', announceProblem)}>
        <CodeEntry
          field={field}
          kind={isYubikey ? 'keys' : 'digits'}
          label={text(isYubikey ? 'code.labelYubikey' : 'code.label')}
          onChange={() => actor.send({ type: 'code.edited' })}
          error={error}
          isBusy={isBusy}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('code.checking')}>
            {text(submitLabel)}
          </Button>
          {adjacentButton}
        </ButtonRow>
        {children?.(isBusy)}
      </Form>
      <FailureDialog
        failure={failure}
        call={call}
        title={failureTitle}
        fallbackKey="info.failure.otp.authentication"
        dismissEvent={event({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </>
  );
}
