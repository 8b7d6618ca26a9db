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

/** The modal that shows the answer of the server, with one OK (spec section 7, decision 144). */
export function FailureDialog({
  failure,
  call,
  general,
  approvalMethod,
  title = 'failure.title',
  dismiss,
  finalFocus,
}: {
  readonly failure: Failure | null;
  /** The call whose failure follows an order of its own (decision 133). */
  readonly call?: FailedCall | undefined;
  /** The text for a failure without a reason; the general text when absent (decision 132). */
  readonly general?: MessageKey | undefined;
  /** How the request reached the app, if one was involved (010 family). */
  readonly approvalMethod?: ApprovalMethod | undefined;
  /** What did not succeed; the login when absent. */
  readonly title?: MessageKey | undefined;
  readonly dismiss: FormEvent;
  /** Gets the focus when the dialog has closed (decision 144). */
  readonly finalFocus: RefObject<HTMLElement | null>;
}) {
  const text = useText();
  const failureText = useFailureText();
  const ok = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={failure !== null}
      title={text(title)}
      onClose={dismiss.send}
      initialFocus={ok}
      finalFocus={finalFocus}
      actions={
        <Button ref={ok} event={dismiss}>
          {text('action.ok')}
        </Button>
      }
    >
      {failure ? (
        <>
          <p>{failureText(failure, call, general, approvalMethod)}</p>
          <HelpLine />
        </>
      ) : null}
    </Dialog>
  );
}
