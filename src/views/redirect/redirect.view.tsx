import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { isOtherPerson, type RedirectMachine } from '#machines/redirect/redirect.machine.ts';
import { useDrafts } from '#src/app/drafts.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Message } from '#src/ui/message.tsx';
import { Status } from '#src/ui/status.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { LastSignIn } from '#src/views/last-sign-in.tsx';
import { Waiting } from '#src/views/waiting.tsx';

/** The redirect page, which continues a request with the existing login (spec section 2). */
export function RedirectView({ actor }: { readonly actor: ActorRefFrom<RedirectMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const drafts = useDrafts();
  const snapshot = useSelector(actor, (current) => current);
  const { summary, deadline, passwordSavedFor } = snapshot.context;
  const remark = usePortalSelector(({ context }) => context.remark);

  if (snapshot.matches('unanswered')) {
    return (
      <Card result="stopped" title={text('redirect.unanswered')} lead={text('redirect.unansweredHint')}>
        <Button event={event({ type: 'redirect.retry' })}>{text('action.retry')}</Button>
      </Card>
    );
  }
  if (!summary) return <Waiting isResult title={text('redirect.summarizing')} />;

  const hasStopped = snapshot.matches('stayed');
  const timeLeftText = (seconds: number) => text('redirect.countdown', { seconds });
  return (
    <Card
      result="done"
      title={text('redirect.authenticatedTitle')}
      lead={summary.userId === '' ? undefined : text('redirect.account', { userId: summary.userId })}
    >
      <Message tone="warning" live="polite">
        {remark
          ? text(remark)
          : isOtherPerson(summary, passwordSavedFor)
            ? text('remark.stillSignedIn')
            : null}
      </Message>
      <Message tone="success">
        <Status isShown>{hasStopped ? text('redirect.stayed') : null}</Status>
        <Countdown deadline={hasStopped ? null : deadline} format="seconds" announcementOf={timeLeftText}>
          {(_, seconds) => timeLeftText(seconds)}
        </Countdown>
      </Message>
      {summary.lastSignIn ? <LastSignIn lastSignIn={summary.lastSignIn} /> : null}
      <ButtonRow>
        <Button event={event({ type: 'redirect.continue' })}>{text('redirect.continue')}</Button>
        {snapshot.can({ type: 'redirect.stay' }) ? (
          <Button kind="secondary" event={event({ type: 'redirect.stay' }, drafts.saveStoppedCountdown)}>
            {text('redirect.stay')}
          </Button>
        ) : null}
        {snapshot.can({ type: 'account.switch' }) ? (
          <Button kind="secondary" event={event({ type: 'account.switch' })}>
            {text('redirect.switch')}
          </Button>
        ) : null}
      </ButtonRow>
      {summary.userId === '' ? null : (
        <TextLink event={event({ type: 'overview.open' }, drafts.saveStoppedCountdown)}>
          {text('tabs.manage')}
        </TextLink>
      )}
    </Card>
  );
}
