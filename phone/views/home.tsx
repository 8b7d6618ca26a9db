import type { PhoneAccount } from '#machines/phone/phone.types.ts';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { useSecondsLeft } from '#src/ui/seconds-left.ts';
import { TextLink } from '#src/ui/text-link.tsx';
import styles from './home.module.css';
import { NoticeMessage } from './notice.tsx';
import { NotificationsHint } from './notifications.tsx';
import type { ScreenProps } from './screen.ts';

/** Splits a code into two groups of three digits, which are easier to read. */
const inGroups = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** The first screen of a phone with accounts: the codes of all accounts. */
export function HomeScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { accounts, codes, validUntil, isUnreachable, unknownUserIds } = snapshot.context;
  const hasFailed = snapshot.matches({ home: { codes: 'computeFailed' } });
  const isCovered = snapshot.matches({ home: { codes: 'covered' } });
  const seconds = useSecondsLeft(hasFailed ? null : validUntil);
  const codeOf = ({ id }: PhoneAccount): string | undefined =>
    hasFailed ? undefined : codes.find((shown) => shown.id === id)?.code;

  return (
    <Card
      title={text('phone.home')}
      lead={text('phone.homeLead')}
      footer={
        <TextLink onClick={() => actor.send({ type: 'settings.open' })}>{text('phone.settings')}</TextLink>
      }
    >
      <NoticeMessage snapshot={snapshot} />
      <Message tone="error" live="assertive">
        {hasFailed ? text('phone.uncomputed') : null}
      </Message>
      <Message tone="info" live="polite">
        {isUnreachable ? text('phone.unreachable') : null}
      </Message>
      <Message tone="warning" live="polite">
        {unknownUserIds.length > 0 ? text('phone.unknown', { userId: unknownUserIds.join(', ') }) : null}
      </Message>
      <ul className={styles['accounts']}>
        {accounts.map((account) => {
          const { id, userId, isOffline } = account;
          const code = codeOf(account);
          return (
            <li key={id} className={styles['account']}>
              <h2 id={id} className={styles['name']}>
                {text('phone.code', { userId })}
              </h2>
              <output aria-labelledby={id} aria-live="off" className={styles['code']}>
                {code === undefined ? '––– –––' : inGroups(code)}
              </output>
              {isOffline ? <p className={styles['offline']}>{text('phone.offlineAccount')}</p> : null}
              <TextLink describedBy={id} onClick={() => actor.send({ type: 'account.remove', id })}>
                {text('phone.removeConfirm')}
              </TextLink>
            </li>
          );
        })}
      </ul>
      {seconds === null ? null : (
        <p role="timer" className={styles['left']}>
          {text('phone.codeChanges', { seconds })}
        </p>
      )}
      {isCovered ? (
        <>
          <Message tone="info">{text('phone.codes.covered')}</Message>
          <Button onClick={() => actor.send({ type: 'codes.show' })}>{text('phone.codes.show')}</Button>
        </>
      ) : null}
      {hasFailed ? (
        <Button onClick={() => actor.send({ type: 'codes.retry' })}>{text('phone.retry')}</Button>
      ) : null}
      <NotificationsHint actor={actor} snapshot={snapshot} />
      <Button kind="secondary" onClick={() => actor.send({ type: 'code.scan' })}>
        {text('phone.way.scan')}
      </Button>
      <Button kind="secondary" onClick={() => actor.send({ type: 'account.add' })}>
        {text('phone.add')}
      </Button>
    </Card>
  );
}
