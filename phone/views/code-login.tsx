import { useIntl } from 'react-intl';
import { onlineAccountsOf } from '#machines/phone/phone.setup.ts';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { FailureDialog } from './failure-dialog.tsx';
import styles from './request.module.css';
import { Choices, RequestDetails } from './request-parts.tsx';
import type { ScreenProps } from './screen.ts';

/** The details of a scanned sign-in, and the numbers from which the person chooses the number that the portal shows. */
function NumberChoice({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { formatTime } = useIntl();
  const { login, loginAccount, chosen } = snapshot.context;
  if (login === null || loginAccount === null) return null;
  const isBusy = snapshot.hasTag('busy');
  const sentNumber = snapshot.matches({ login: { deciding: 'approving' } }) ? chosen : null;
  const details = [
    [text('phone.request.account'), loginAccount.userId],
    [text('phone.request.service'), login.service],
    [text('phone.request.browser'), login.browser],
    [
      text('phone.request.at'),
      formatTime(login.at, { hour: 'numeric', minute: '2-digit', second: '2-digit' }),
    ],
  ] as const;
  return (
    <>
      <RequestDetails details={details} />
      <Choices
        question={text('phone.login.choose')}
        choices={login.numbers}
        isBusy={isBusy}
        sentChoice={sentNumber}
        onChoose={(number) => actor.send({ type: 'number.chosen', number })}
      />
      <Button
        kind="quiet"
        busy={isBusy && sentNumber === null}
        disabled={sentNumber !== null}
        busyLabel={text('phone.request.answering')}
        onClick={() => actor.send({ type: 'login.decline' })}
      >
        {text('phone.request.refuse')}
      </Button>
    </>
  );
}

/** The screen of a sign-in whose QR code was scanned. The person chooses an account and then a number. */
export function CodeLoginScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { login } = snapshot.context;
  const isPicking = snapshot.matches({ login: { deciding: 'picking' } });
  const failureDialog = <FailureDialog actor={actor} snapshot={snapshot} title="phone.login.failed" />;
  if (login === null) {
    return (
      <Card title={text('phone.reading')}>
        <Spinner />
        {failureDialog}
      </Card>
    );
  }
  return (
    <Card
      title={text(isPicking ? 'phone.login.pick' : 'phone.request.login')}
      lead={text('phone.login.lead')}
      footer={
        isPicking ? (
          <TextLink onClick={() => actor.send({ type: 'login.leave' })}>{text('phone.back')}</TextLink>
        ) : null
      }
    >
      {isPicking ? (
        onlineAccountsOf(snapshot.context).map(({ id, userId }) => (
          <Button key={id} kind="secondary" onClick={() => actor.send({ type: 'account.picked', id })}>
            {userId}
          </Button>
        ))
      ) : (
        <NumberChoice actor={actor} snapshot={snapshot} />
      )}
      <p className={styles['left']}>
        <Countdown
          deadline={login.validUntil}
          format="seconds"
          announcementOf={(seconds) => text('phone.request.left', { seconds })}
        >
          {(_, seconds) => text('phone.request.left', { seconds })}
        </Countdown>
      </p>
      {failureDialog}
    </Card>
  );
}
