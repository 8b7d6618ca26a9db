import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { PushMachine } from '#machines/push/push.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { isOnPhone } from '#src/app/on-phone.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { PushDialog } from './push-dialog.tsx';

/** What is announced while the button is busy. */
function workOf(snapshot: SnapshotFrom<PushMachine>): MessageKey {
  if (snapshot.matches('proving')) return 'push.checking';
  return snapshot.matches('withdrawing') ? 'push.withdrawing' : 'push.requesting';
}

/** The push screen (spec section 2). */
export function PushView({ actor }: { readonly actor: ActorRefFrom<PushMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, token, push, isCutOff, failure, hasAsked, hasOtherMethods } = snapshot.context;
  const [boxes, setBoxes] = useState(snapshot.context.boxes);
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const isExpired = snapshot.matches({ idle: 'expired' });
  const isCancelled = snapshot.matches({ idle: 'cancelled' });

  return (
    <Card title={text('title.method.10')} lead={text(isOnPhone(navigator) ? 'push.leadPhone' : 'push.lead')}>
      <AccountLine label={text('password.account')} userId={userId} />
      <AccountLine label={text('code.tokenApp')} userId={token} />
      <Message tone={isExpired ? 'warning' : 'info'} live="polite">
        {isExpired ? text('error.auth_error_010_3') : isCancelled ? text('push.cancelled') : null}
      </Message>
      <MethodBoxes {...boxes} onChange={setBoxes} isBusy={isBusy} />
      <Button
        ref={button}
        busy={isBusy}
        busyLabel={text(workOf(snapshot))}
        onClick={() => actor.send({ type: 'push.request', ...boxes })}
      >
        {text(hasAsked || isExpired ? 'push.requestAgain' : 'push.request')}
      </Button>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
      <PushDialog
        push={snapshot.hasTag('waiting') ? push : null}
        isCutOff={isCutOff}
        onCancel={() => actor.send({ type: 'push.cancel' })}
        finalFocus={button}
      />
      <FailureDialog
        failure={failure}
        call="authenticate"
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={button}
      />
    </Card>
  );
}
