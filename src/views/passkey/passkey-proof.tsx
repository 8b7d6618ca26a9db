import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { PasskeyMachine } from '#machines/passkey/passkey.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import type { ProofProps } from '#src/views/proof.ts';

/** The button that opens the passkey prompt of the browser. */
export function PasskeyProof({ actor, children }: ProofProps<PasskeyMachine>) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const { support, isCancelled, startFailure, failure } = snapshot.context;
  const promptButton = useRef<HTMLButtonElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const isSupported = support === 'supported';
  const isPrompting = isBusy && !snapshot.matches('finishing');

  return (
    <>
      <noscript>
        <Message tone="warning">{text('noScript.needed')}</Message>
      </noscript>
      <Message tone={isSupported ? 'info' : 'warning'} live="polite">
        {isPrompting
          ? text('passkey.asking')
          : isSupported
            ? isCancelled
              ? text('passkey.cancelled')
              : null
            : text(`passkey.${support}`)}
      </Message>
      <Button
        ref={promptButton}
        disabled={!isSupported}
        busy={isBusy}
        busyLabel={isPrompting ? null : text('passkey.checking')}
        onClick={() => actor.send({ type: 'passkey.request' })}
      >
        {text('passkey.button')}
      </Button>
      {children?.(isBusy)}
      <FailureDialog
        failure={startFailure ?? failure}
        call={startFailure ? undefined : 'authenticate'}
        fallbackKey="info.fidotoken.failure.authentication"
        dismissEvent={event({ type: 'failure.dismissed' })}
        finalFocus={promptButton}
      />
    </>
  );
}
