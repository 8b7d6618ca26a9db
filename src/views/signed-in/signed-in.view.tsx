import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SignedInMachine } from '#machines/signed-in/signed-in.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { ServiceButtons } from '#src/views/service-buttons.tsx';
import styles from './signed-in.module.css';

/** The start page of the portal for a person who is signed in (rule 157). */
export function SignedInView({ actor }: { readonly actor: ActorRefFrom<SignedInMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const id = useId();
  const { userId, canManage } = useSelector(actor, ({ context }) => context);
  const remark = usePortalSelector(({ context }) => context.remark);
  const hasServices = usePortalSelector(({ context }) => context.config.services.length > 0);

  return (
    <Card title={text('title.signedIn')}>
      <Message tone="warning" live="polite">
        {remark ? text(remark) : null}
      </Message>
      <AccountLine label={text('identity.label')} value={userId} />
      {hasServices ? (
        <section className={styles['services']} aria-labelledby={id}>
          <h2 id={id}>{text('signedIn.services')}</h2>
          <ServiceButtons />
        </section>
      ) : null}
      <ButtonRow>
        {canManage ? (
          <Button kind="secondary" event={event({ type: 'overview.open' })}>
            {text('tabs.manage')}
          </Button>
        ) : null}
        <Button kind="secondary" href="/logout">
          {text('tabs.signOut')}
        </Button>
      </ButtonRow>
    </Card>
  );
}
