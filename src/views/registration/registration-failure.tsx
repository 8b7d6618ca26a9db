import { type RefObject, useRef } from 'react';
import { codeOf } from '#machines/shared/registration.ts';
import { type Failure, isServerAnswer } from '#machines/shared/result.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { HelpLine } from '#src/views/operator/help-line.tsx';

/** The text keys of refusals that mean the same in every registration, by error code. */
const SHARED_REFUSAL_KEYS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['tooManyTries', 'registration.tooManyTries'],
  ['notAllowed', 'registration.notAllowed'],
]);

/** The modal that explains why a registration failed. */
export function RegistrationFailure({
  failure,
  title = 'registration.failed',
  refusalKeys,
  fallbackKey,
  onDismiss,
  finalFocus,
}: {
  readonly failure: Failure | null;
  /** The text key of the title; the title of a failed registration by default. */
  readonly title?: MessageKey;
  /** The text keys of refusals of this registration, by error code. */
  readonly refusalKeys: ReadonlyMap<string, MessageKey>;
  /** The key of the text that is shown if the error code has no text. */
  readonly fallbackKey: MessageKey;
  readonly onDismiss: () => void;
  /** The element that gets the focus when the dialog has closed. */
  readonly finalFocus: RefObject<HTMLElement | null>;
}) {
  const text = useText();
  const failureText = useFailureText();
  const okButton = useRef<HTMLButtonElement>(null);
  const textOf = (reason: Failure): string => {
    const key = refusalKeys.get(codeOf(reason)) ?? SHARED_REFUSAL_KEYS.get(codeOf(reason));
    if (key) return text(key);
    // A server error is not caused by the typed values, so the text does not mention them (spec section 8).
    const isServerError = reason.kind !== 'unreachable' && !isServerAnswer(reason);
    return isServerError
      ? `${text('registration.trouble')} ${text(fallbackKey)}`
      : failureText(reason, undefined, fallbackKey);
  };
  return (
    <Dialog
      open={failure !== null}
      title={text(title)}
      onClose={onDismiss}
      initialFocus={okButton}
      finalFocus={finalFocus}
      actions={
        <Button ref={okButton} onClick={onDismiss}>
          {text('action.ok')}
        </Button>
      }
    >
      {failure ? (
        <>
          <p>{textOf(failure)}</p>
          <HelpLine />
        </>
      ) : null}
    </Dialog>
  );
}
