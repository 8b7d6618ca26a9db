import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { OfferPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { RegistrationFailure } from '#src/views/registration/registration-failure.tsx';
import { Waiting } from '#src/views/waiting.tsx';
import type { OfferAgain } from '#wire/passkey-offer.ts';

/** The text keys of refusals, by error code. */
const REFUSAL_KEYS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['passkeyTaken', 'registerPasskey.alreadyRegistered'],
  ['notAuthorized', 'offerPasskey.over'],
  ['notAllowed', 'offerPasskey.over'],
  ['tooWeak', 'offerPasskey.over'],
]);

/**
 * Offers a passkey after a sign-in by password (rule 253). While the browser creates the passkey without a question,
 * the screen looks like the return to the service.
 */
export function OfferPasskeyView({ actor }: { readonly actor: ActorRefFrom<OfferPasskeyMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, hasAccepted, isCancelled, failure } = snapshot.context;
  const createButton = useRef<HTMLButtonElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const isCreating = snapshot.matches('creating');

  if (isBusy && !hasAccepted && !snapshot.matches('declining')) {
    return <Waiting isResult title={text('title.returnToService')} hint={text('return.leavingHint')} />;
  }
  const decline = (offerAgain: OfferAgain) => () => actor.send({ type: 'offer.declined', offerAgain });
  return (
    <Card title={text('title.offerPasskey')} lead={text('offerPasskey.lead')}>
      <Message tone="info" live="polite">
        {isCancelled ? text('offerPasskey.cancelled') : null}
      </Message>
      <AccountLine label={text('identity.label')} value={userId} />
      <p>{text('offerPasskey.ownDevice')}</p>
      <p role="status">{isCreating ? text('registerPasskey.making') : null}</p>
      <ButtonRow>
        <Button
          ref={createButton}
          autoFocus
          busy={isBusy && !snapshot.matches('declining')}
          busyLabel={isCreating ? null : text('registration.checking')}
          onClick={() => actor.send({ type: 'offer.accepted' })}
        >
          {text('offerPasskey.create')}
        </Button>
        <Button kind="secondary" disabled={isBusy} onClick={decline('later')}>
          {text('offerPasskey.later')}
        </Button>
      </ButtonRow>
      <Button kind="quiet" disabled={isBusy} onClick={decline('never')}>
        {text('offerPasskey.never')}
      </Button>
      <RegistrationFailure
        failure={failure}
        refusalKeys={REFUSAL_KEYS}
        fallbackKey="info.passkey.failure.registration"
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={createButton}
      />
    </Card>
  );
}
