import { useIntl } from 'react-intl';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { FailureDialog } from './failure-dialog.tsx';
import styles from './request.module.css';
import { Choices, RequestDetails } from './request-parts.tsx';
import type { ScreenProps } from './screen.ts';

/**
 * The screen of a push: the details of the request, the characters to choose from, and a button to deny the request.
 */
export function RequestScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { formatTime } = useIntl();
  const { request, chosen } = snapshot.context;
  if (request === null) return null;
  const { account, purpose, service, browser, address, at, validUntil, choices } = request;
  const isBusy = snapshot.hasTag('busy');
  const sentChoice = snapshot.matches({ request: 'approving' }) ? chosen : null;
  const details = [
    [text('phone.request.account'), account.userId],
    [text('phone.request.service'), service],
    [text('phone.request.browser'), browser],
    [text('phone.request.address'), address],
    [text('phone.request.at'), formatTime(at, { hour: 'numeric', minute: '2-digit', second: '2-digit' })],
  ] as const;

  return (
    <Card
      title={text(purpose === 'login' ? 'phone.request.login' : 'phone.request.identity')}
      lead={text('phone.request.lead')}
    >
      <RequestDetails details={details} />
      <Choices
        question={text('phone.request.choose')}
        choices={choices}
        isBusy={isBusy}
        sentChoice={sentChoice}
        onChoose={(choice) => actor.send({ type: 'choice.made', choice })}
      />
      <p className={styles['left']}>
        <Countdown
          deadline={validUntil}
          format="seconds"
          announcementOf={(seconds) => text('phone.request.left', { seconds })}
        >
          {(_, seconds) => text('phone.request.left', { seconds })}
        </Countdown>
      </p>
      <Button
        kind="quiet"
        busy={isBusy && sentChoice === null}
        disabled={sentChoice !== null}
        busyLabel={text('phone.request.answering')}
        onClick={() => actor.send({ type: 'request.refuse' })}
      >
        {text('phone.request.refuse')}
      </Button>
      <FailureDialog actor={actor} snapshot={snapshot} title="phone.request.failed" />
    </Card>
  );
}
