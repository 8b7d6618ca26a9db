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

/** The modal that shows the answer of the server, with one OK (spec section 7, rule 144). */
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
  /** The call that failed; `authenticate` has its own order of texts (rule 133). */
  readonly call?: FailedCall | undefined;
  /** The text for a failure without a reason; the general text when absent (rule 132). */
  readonly fallbackKey?: MessageKey | undefined;
  /** The method by which the app got the request, if any (codes 010, 010_1, …). */
  readonly approvalMethod?: ApprovalMethod | undefined;
  /** Title of the dialog; a failed login by default. */
  readonly title?: MessageKey | undefined;
  readonly dismissEvent: FormEvent;
  /** Gets the focus when the dialog has closed (rule 144). */
  readonly finalFocus: RefObject<HTMLElement | null>;
}) {
  const text = useText();
  const failureText = useFailureText();
  const ok = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={failure !== null}
      title={text(title)}
      onClose={dismissEvent.send}
      initialFocus={ok}
      finalFocus={finalFocus}
      actions={
        <Button ref={ok} event={dismissEvent}>
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
