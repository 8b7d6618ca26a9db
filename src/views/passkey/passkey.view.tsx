import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { PasskeyMachine } from '#machines/passkey/passkey.machine.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';

/** The passkey login screen (spec section 2). */
export function PasskeyView({ actor }: { readonly actor: ActorRefFrom<PasskeyMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, support, boxes, isCancelled, hasOtherMethods, startFailure, failure } = snapshot.context;
  const [always, setAlways] = useState(boxes.always);
  const [alwaysSend, setAlwaysSend] = useState(boxes.alwaysSend);
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const isSupported = support === 'supported';

  return (
    <Card title={text('title.method.12')} lead={text('passkey.lead')}>
      <AccountLine label={text('password.account')} userId={userId} />
      <Message tone={isSupported ? 'info' : 'warning'} live="polite">
        {isSupported ? (isCancelled ? text('passkey.cancelled') : null) : text(`passkey.${support}`)}
      </Message>
      <MethodBoxes
        always={always}
        alwaysSend={alwaysSend}
        onChange={(changed) => {
          setAlways(changed.always);
          setAlwaysSend(changed.alwaysSend);
        }}
        isBusy={isBusy}
      />
      <Button
        ref={button}
        disabled={!isSupported}
        busy={isBusy}
        busyLabel={text(snapshot.matches('finishing') ? 'passkey.checking' : 'passkey.asking')}
        onClick={() => actor.send({ type: 'passkey.request', always, alwaysSend })}
      >
        {text('passkey.button')}
      </Button>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
      <FailureDialog
        failure={startFailure ?? failure}
        call={startFailure ? undefined : 'authenticate'}
        general="info.fidotoken.failure.authentication"
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={button}
      />
    </Card>
  );
}
