import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ProvisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { Waiting } from '#src/views/waiting.tsx';

/** The page of a registration link, which opens the mobile app (spec section 2, "Provisioning page"). */
export function ProvisioningView({ actor }: { readonly actor: ActorRefFrom<ProvisioningMachine> }) {
  const text = useText();
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { link, failure, app } = snapshot.context;
  const title = text('title.provisioning');
  const homeButton = (
    <Button kind="secondary" onClick={() => actor.send({ type: 'provisioning.leave' })}>
      {text('action.home')}
    </Button>
  );

  if (snapshot.matches('checking')) return <Waiting title={title} />;
  if (snapshot.matches('ready')) {
    return (
      <Card title={title} lead={text('provisioning.lead')}>
        <Message tone="info">
          {text(app.phoneApp === 'web' ? 'provisioning.installWeb' : 'provisioning.install')}
        </Message>
        <ButtonRow>
          <Button href={link}>{text('provisioning.open')}</Button>
          {homeButton}
        </ButtonRow>
      </Card>
    );
  }
  return (
    <Card title={title}>
      <Message tone="error" live="assertive">
        {failure ? failureText(failure, undefined, 'provisioning.failed') : null}
      </Message>
      <ButtonRow>
        {snapshot.can({ type: 'provisioning.retry' }) ? (
          <Button onClick={() => actor.send({ type: 'provisioning.retry' })}>{text('action.retry')}</Button>
        ) : null}
        {homeButton}
      </ButtonRow>
    </Card>
  );
}
