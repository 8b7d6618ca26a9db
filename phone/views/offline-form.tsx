import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { TextField } from '#src/ui/text-field.tsx';
import styles from './offline.module.css';
import { problemText } from './problem-text.ts';
import type { ScreenProps } from './screen.ts';

/** Splits a client key into groups of four characters, as in the form of the portal. */
const inGroups = (key: string): readonly string[] => key.match(/.{4}/g) ?? [];

/**
 * Shows the client key, which the person types at the portal, and a field for the characters that the portal then
 * shows.
 */
function CharactersForm({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const field = useRef<HTMLInputElement>(null);
  const { clientKey, offlineUserId } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');

  const edit = () => actor.send({ type: 'entry.edited' });
  function submit({ userId = '', characters = '' }: Fields) {
    actor.send({ type: 'characters.submitted', userId, characters: characters.toUpperCase() });
    if (actor.getSnapshot().context.problem !== null) field.current?.focus();
  }

  return (
    <Form event={{ send: submit }}>
      <dl className={styles['shown']}>
        <dt>{text('phone.offline.clientKey')}</dt>
        <dd className={styles['key']}>
          {inGroups(clientKey).map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal
            <span key={index}>{group}</span>
          ))}
        </dd>
      </dl>
      <CodeField
        ref={field}
        name="characters"
        label={text('phone.offline.characters')}
        autoComplete="off"
        inputMode="text"
        isLong
        disabled={isBusy}
        onChange={edit}
        error={problemText(text, snapshot.context)}
      />
      <TextField
        name="userId"
        label={text('phone.offline.userId')}
        defaultValue={offlineUserId}
        autoComplete="off"
        disabled={isBusy}
        onChange={edit}
      />
      <Button type="submit" busy={isBusy} busyLabel={text('phone.registering')}>
        {text('phone.next')}
      </Button>
    </Form>
  );
}

/** The six digits that the person compares with the digits on the screen of the portal. */
function Comparison({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { comparisonDigits } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  return (
    <>
      <dl className={styles['shown']}>
        <dt>{text('phone.offline.proof')}</dt>
        <dd className={styles['proof']}>{comparisonDigits}</dd>
      </dl>
      <Button
        busy={isBusy}
        busyLabel={text('phone.registering')}
        onClick={() => actor.send({ type: 'comparison.confirmed' })}
      >
        {text('phone.offline.same')}
      </Button>
      <Button kind="secondary" busy={isBusy} onClick={() => actor.send({ type: 'comparison.failed' })}>
        {text('phone.offline.differs')}
      </Button>
    </>
  );
}

/** The current step of a registration without a connection. */
export function OfflineRegistration({ actor, snapshot }: ScreenProps) {
  return snapshot.context.comparisonDigits === '' ? (
    <CharactersForm actor={actor} snapshot={snapshot} />
  ) : (
    <Comparison actor={actor} snapshot={snapshot} />
  );
}
