import { type RefObject, useRef } from 'react';
import type { FailedCall } from '#i18n/error-look-up.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { ApprovalMethod } from '#src/app/failure-text.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { FormEvent } from '#src/ui/form-event.ts';
import { useFailureText } from './failure-text.ts';
import { HelpLine } from './operator/help-line.tsx';

/** The modal that explains why a call failed, with an OK button (spec section 7, rule 144). */
export function FailureDialog({
  failure,
  call,
  fallbackKey,
  approvalMethod,
  title = 'failure.title',
  dismissEvent,
  finalFocus,
}: {
  readonly failure: Failure | null;
  /** The call that failed, if the message depends on it (rule 133). */
  readonly call?: FailedCall | undefined;
  /** The key of the text that is shown if the error code has no text (rule 132). */
  readonly fallbackKey?: MessageKey | undefined;
  /** The method whose approval failed. The texts of the error codes `010` to `010_6` name this method. */
  readonly approvalMethod?: ApprovalMethod | undefined;
  /** The text key of the title; the title of a failed login by default. */
  readonly title?: MessageKey | undefined;
  readonly dismissEvent: FormEvent;
  /** The element that gets the focus when the dialog has closed (rule 144). */
  readonly finalFocus: RefObject<HTMLElement | null>;
}) {
  const text = useText();
  const failureText = useFailureText();
  const okButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={failure !== null}
      title={text(title)}
      onClose={dismissEvent.send}
      initialFocus={okButton}
      finalFocus={finalFocus}
      actions={
        <Button ref={okButton} event={dismissEvent}>
          {text('action.ok')}
        </Button>
      }
    >
      {failure ? (
        <>
          <p>{failureText(failure, call, fallbackKey, approvalMethod)}</p>
          <HelpLine />
        </>
      ) : null}
    </Dialog>
  );
}
