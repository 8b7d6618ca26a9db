import { useIntl } from 'react-intl';
import type { AnswerRecord, LockKind } from '#machines/phone/phone.types.ts';
import { type PhoneKey, usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { NameForm } from './name-form.tsx';
import type { ScreenProps } from './screen.ts';
import styles from './settings.module.css';

/** By kind of the lock: the key of its text. */
const LOCK_TEXT_KEYS: Readonly<Record<LockKind, PhoneKey>> = {
  unset: 'phone.settings.lock.off',
  off: 'phone.settings.lock.off',
  passkey: 'phone.settings.lock.passkey',
  pin: 'phone.settings.lock.pin',
};

/** By outcome of an answer: the key of its text. */
const OUTCOME_TEXT_KEYS: Readonly<Record<AnswerRecord['outcome'], PhoneKey>> = {
  approved: 'phone.records.approved',
  refused: 'phone.records.refused',
  mismatched: 'phone.records.mismatched',
};

/** The answers that were given on this phone, the newest first. */
function RecordList({ records }: { readonly records: readonly AnswerRecord[] }) {
  const text = usePhoneText();
  const { formatDate } = useIntl();
  if (records.length === 0) return <p className={styles['plain']}>{text('phone.records.none')}</p>;
  return (
    <ul className={styles['records']}>
      {records.map(({ at, userId, service, browser, outcome }) => (
        <li key={`${at} ${userId}`} className={styles['record']}>
          <span className={styles['outcome']}>{text(OUTCOME_TEXT_KEYS[outcome])}</span>
          <span>{formatDate(at, { dateStyle: 'short', timeStyle: 'short' })}</span>
          <span className={styles['facts']}>
            {[userId, service, browser].filter((fact) => fact !== '').join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The screen of settings: the name of the phone, the lock, advice for a new phone, and the answers that were given. */
export function SettingsScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { lock, records } = snapshot.context;
  if (snapshot.matches({ settings: 'reading' })) {
    return (
      <Card title={text('phone.settings')}>
        <Spinner />
      </Card>
    );
  }
  return (
    <Card
      title={text('phone.settings')}
      footer={
        <TextLink onClick={() => actor.send({ type: 'settings.leave' })}>{text('phone.back')}</TextLink>
      }
    >
      <NameForm actor={actor} snapshot={snapshot} />
      <section className={styles['part']}>
        <h2 className={styles['name']}>{text('phone.lock')}</h2>
        <p className={styles['plain']}>{text(LOCK_TEXT_KEYS[lock.kind])}</p>
        <Button kind="secondary" onClick={() => actor.send({ type: 'lock.change' })}>
          {text('phone.settings.lockChange')}
        </Button>
      </section>
      <section className={styles['part']}>
        <h2 className={styles['name']}>{text('phone.settings.newPhone')}</h2>
        <p className={styles['plain']}>{text('phone.settings.newPhoneLead')}</p>
      </section>
      <section className={styles['part']}>
        <h2 className={styles['name']}>{text('phone.records')}</h2>
        <RecordList records={records} />
      </section>
    </Card>
  );
}
