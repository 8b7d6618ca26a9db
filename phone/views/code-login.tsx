import { useIntl } from 'react-intl';
import { callersOf } from '#machines/phone/phone.setup.ts';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import styles from './asked.module.css';
import { Choices, Facts } from './question.tsx';
import { RefusalDialog } from './refusal-dialog.tsx';
import type { ScreenProps } from './screen.ts';

/** What a scanned login is for, and the numbers of which one stands on the screen. */
function Choice({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { formatTime } = useIntl();
  const { login, signer, chosen } = snapshot.context;
  if (login === null || signer === null) return null;
  const isBusy = snapshot.hasTag('busy');
  const sent = snapshot.matches({ login: { deciding: 'approving' } }) ? chosen : null;
  const facts = [
    [text('phone.asked.account'), signer.userId],
    [text('phone.asked.service'), login.service],
    [text('phone.asked.browser'), login.browser],
    [text('phone.asked.at'), formatTime(login.at, { hour: 'numeric', minute: '2-digit', second: '2-digit' })],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      <Choices
        question={text('phone.login.choose')}
        choices={login.numbers}
        isBusy={isBusy}
        sent={sent}
        onChoose={(number) => actor.send({ type: 'number.chosen', number })}
      />
      <Button
        kind="quiet"
        busy={isBusy && sent === null}
        disabled={sent !== null}
        busyLabel={text('phone.asked.answering')}
        onClick={() => actor.send({ type: 'login.decline' })}
      >
        {text('phone.asked.refuse')}
      </Button>
    </>
  );
}

/** A login whose QR code was scanned: the account, then the number of the screen. */
export function CodeLoginScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { login } = snapshot.context;
  const isPicking = snapshot.matches({ login: { deciding: 'picking' } });
  const failed = <RefusalDialog actor={actor} snapshot={snapshot} title="phone.login.failed" />;
  if (login === null) {
    return (
      <Card title={text('phone.reading')}>
        <Spinner />
        {failed}
      </Card>
    );
  }
  return (
    <Card
      title={text(isPicking ? 'phone.login.pick' : 'phone.asked.login')}
      lead={text('phone.login.lead')}
      footer={
        isPicking ? (
          <TextLink onClick={() => actor.send({ type: 'login.leave' })}>{text('phone.back')}</TextLink>
        ) : null
      }
    >
      {isPicking ? (
        callersOf(snapshot.context).map(({ id, userId }) => (
          <Button key={id} kind="secondary" onClick={() => actor.send({ type: 'signer.picked', id })}>
            {userId}
          </Button>
        ))
      ) : (
        <Choice actor={actor} snapshot={snapshot} />
      )}
      <p className={styles['left']}>
        <Countdown
          deadline={login.validUntil}
          format="seconds"
          label={(seconds) => text('phone.asked.left', { seconds })}
        >
          {(_, seconds) => text('phone.asked.left', { seconds })}
        </Countdown>
      </p>
      {failed}
    </Card>
  );
}
