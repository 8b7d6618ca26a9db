import { type RefObject, useRef } from 'react';
import { codeOf } from '#machines/shared/registration.ts';
import { type Failure, isServerAnswer } from '#machines/shared/result.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { HelpLine } from '#src/views/operator/help-line.tsx';

/** Refusals that mean the same in every registration. */
const SHARED_TEXTS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['tooManyTries', 'registration.tooManyTries'],
  ['notAllowed', 'registration.notAllowed'],
]);

/** The modal of a failed registration, with a text for the refusal where there is one. */
export function RegistrationFailure({
  failure,
  title = 'registration.failed',
  texts,
  fallbackKey,
  onDismiss,
  finalFocus,
}: {
  readonly failure: Failure | null;
  /** Title of the dialog; a failed registration by default. */
  readonly title?: MessageKey;
  /** Texts of this registration by the name of the refusal. */
  readonly texts: ReadonlyMap<string, MessageKey>;
  /** The text for a failure without a reason. */
  readonly fallbackKey: MessageKey;
  readonly onDismiss: () => void;
  /** Gets the focus when the dialog has closed. */
  readonly finalFocus: RefObject<HTMLElement | null>;
}) {
  const text = useText();
  const failureText = useFailureText();
  const ok = useRef<HTMLButtonElement>(null);
  const textOf = (reason: Failure): string => {
    const key = texts.get(codeOf(reason)) ?? SHARED_TEXTS.get(codeOf(reason));
    if (key) return text(key);
    // A server error is not caused by the typed input, so the text does not mention it (spec section 8).
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
      initialFocus={ok}
      finalFocus={finalFocus}
      actions={
        <Button ref={ok} onClick={onDismiss}>
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
