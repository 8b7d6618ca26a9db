import { useSelector } from '@xstate/react';
import { type ReactNode, useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { PushMachine } from '#machines/push/push.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import type { FormEvent } from '#src/ui/form-event.ts';
import { Message } from '#src/ui/message.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import type { ProofProps } from '#src/views/proof.ts';
import { PhoneHelp } from './phone-help.tsx';
import { PushDialog } from './push-dialog.tsx';

/** The text key that screen readers announce while the button is busy. */
function busyLabelOf(snapshot: SnapshotFrom<PushMachine>): MessageKey {
  if (snapshot.matches('proving')) return 'push.checking';
  return snapshot.matches('withdrawing') ? 'push.withdrawing' : 'push.requesting';
}

/** The phone that gets the push, the button that requests the push, and the modal while the push is pending. */
export function PushProof({
  actor,
  otherMethods = null,
  manageEvent,
  failureTitle,
  call = 'authenticate',
  children,
}: ProofProps<PushMachine> & {
  /** Links to other methods, for the modal, which covers the links of the screen. */
  readonly otherMethods?: ReactNode;
  /** Opens the management, in which the phone can be registered again. */
  readonly manageEvent?: FormEvent;
}) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const { token, push, hasPollFailed, isNotified, failure, hasRequested } = snapshot.context;
  const requestButton = useRef<HTMLButtonElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const isExpired = snapshot.matches({ idle: 'expired' });
  const isCancelled = snapshot.matches({ idle: 'cancelled' });

  return (
    <>
      {token === '' ? null : <AccountLine label={text('code.tokenApp')} value={token} />}
      <Message tone={isExpired ? 'warning' : 'info'} live="polite">
        {isExpired
          ? text('error.auth_error_010_3', { way: 'push' })
          : isCancelled
            ? text('push.cancelled')
            : null}
      </Message>
      {isExpired || (isCancelled && !isNotified) ? <PhoneHelp manageEvent={manageEvent} /> : null}
      <Button
        ref={requestButton}
        busy={isBusy}
        busyLabel={text(busyLabelOf(snapshot))}
        event={event({ type: 'push.request' })}
      >
        {text(hasRequested || isExpired ? 'push.requestAgain' : 'push.request')}
      </Button>
      {children?.(isBusy)}
      <PushDialog
        push={snapshot.hasTag('waiting') ? push : null}
        hasPollFailed={hasPollFailed}
        isNotified={isNotified}
        otherMethods={otherMethods}
        manageEvent={manageEvent}
        cancelEvent={event({ type: 'push.cancel' })}
        finalFocus={requestButton}
      />
      <FailureDialog
        failure={failure}
        approvalMethod="push"
        call={call}
        title={failureTitle}
        dismissEvent={event({ type: 'failure.dismissed' })}
        finalFocus={requestButton}
      />
    </>
  );
}
