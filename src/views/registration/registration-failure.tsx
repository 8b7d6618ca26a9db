import type { RefObject } from 'react';
import { codeOf } from '#machines/shared/registration.ts';
import { type Failure, isAnswered } from '#machines/shared/result.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useFailureText } from '#src/views/failure-text.ts';

/** Refusals that mean the same in every registration. */
const SHARED: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['tooManyTries', 'registration.tooManyTries'],
  ['tooManySends', 'registration.tooManySends'],
  ['notAllowed', 'registration.notAllowed'],
]);

/** The modal that says why a registration did not go on, by the name of the refusal where it has one. */
export function RegistrationFailure({
  failure,
  title = 'registration.failed',
  texts,
  general,
  onDismiss,
  finalFocus,
}: {
  readonly failure: Failure | null;
  /** What did not succeed; a registration when absent. */
  readonly title?: MessageKey;
  /** Texts of this registration by the name of the refusal. */
  readonly texts: ReadonlyMap<string, MessageKey>;
  /** What is said when nobody has told why. */
  readonly general: MessageKey;
  readonly onDismiss: () => void;
  /** Gets the focus when the dialog has closed. */
  readonly finalFocus: RefObject<HTMLElement | null>;
}) {
  const text = useText();
  const failureText = useFailureText();
  const write = (reason: Failure): string => {
    const key = texts.get(codeOf(reason)) ?? SHARED.get(codeOf(reason));
    if (key) return text(key);
    const why = failureText(reason, undefined, general);
    // What has not come about stands first where the service has a problem of its own (spec section 8).
    const isTrouble = reason.kind !== 'unreachable' && !isAnswered(reason);
    return isTrouble ? `${text(general)} ${why}` : why;
  };
  return (
    <Dialog
      open={failure !== null}
      title={text(title)}
      onClose={onDismiss}
      finalFocus={finalFocus}
      actions={<Button onClick={onDismiss}>{text('action.ok')}</Button>}
    >
      {failure ? write(failure) : null}
    </Dialog>
  );
}
