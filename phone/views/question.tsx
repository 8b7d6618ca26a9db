import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './asked.module.css';

/** What is known of what somebody asks, as name and value; what is not known is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What may stand on the screen at the desk: the person presses what does. */
export function Choices({
  question,
  choices,
  isBusy,
  sent,
  onChoose,
}: {
  readonly question: string;
  readonly choices: readonly string[];
  readonly isBusy: boolean;
  /** The choice that is on its way; null for none. */
  readonly sent: string | null;
  readonly onChoose: (choice: string) => void;
}) {
  const text = usePhoneText();
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['question']}>{question}</legend>
      {choices.map((choice) => (
        <Button
          key={choice}
          kind="secondary"
          busy={choice === sent}
          busyLabel={text('phone.asked.answering')}
          disabled={isBusy && choice !== sent}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </Button>
      ))}
    </fieldset>
  );
}
