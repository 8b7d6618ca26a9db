import { useIntl } from 'react-intl';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import styles from './asked.module.css';
import { Choices, Facts } from './question.tsx';
import { RefusalDialog } from './refusal-dialog.tsx';
import type { ScreenProps } from './screen.ts';

/** What is asked and from where, the characters to choose from, and the refusal. */
export function AskedScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { formatTime } = useIntl();
  const { request, chosen } = snapshot.context;
  if (request === null) return null;
  const { account, purpose, service, browser, address, at, validUntil, choices } = request;
  const isBusy = snapshot.hasTag('busy');
  const sent = snapshot.matches({ asked: 'approving' }) ? chosen : null;
  const facts = [
    [text('phone.asked.account'), account.userId],
    [text('phone.asked.service'), service],
    [text('phone.asked.browser'), browser],
    [text('phone.asked.address'), address],
    [text('phone.asked.at'), formatTime(at, { hour: 'numeric', minute: '2-digit', second: '2-digit' })],
  ] as const;

  return (
    <Card
      title={text(purpose === 'login' ? 'phone.asked.login' : 'phone.asked.identity')}
      lead={text('phone.asked.lead')}
    >
      <Facts facts={facts} />
      <Choices
        question={text('phone.asked.choose')}
        choices={choices}
        isBusy={isBusy}
        sent={sent}
        onChoose={(choice) => actor.send({ type: 'choice.made', choice })}
      />
      <p className={styles['left']}>
        <Countdown
          deadline={validUntil}
          format="seconds"
          label={(seconds) => text('phone.asked.left', { seconds })}
        >
          {(_, seconds) => text('phone.asked.left', { seconds })}
        </Countdown>
      </p>
      <Button
        kind="quiet"
        busy={isBusy && sent === null}
        disabled={sent !== null}
        busyLabel={text('phone.asked.answering')}
        onClick={() => actor.send({ type: 'request.refuse' })}
      >
        {text('phone.asked.refuse')}
      </Button>
      <RefusalDialog actor={actor} snapshot={snapshot} title="phone.asked.failed" />
    </Card>
  );
}
