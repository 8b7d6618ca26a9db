import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './request.module.css';

/** The details of a request: names with values. Empty values are left out. */
export function RequestDetails({
  details,
}: {
  readonly details: readonly (readonly [name: string, value: string])[];
}) {
  return (
    <dl className={styles['facts']}>
      {details
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

/** The characters or numbers from which the person chooses; the screen of the portal shows one of them. */
export function Choices({
  question,
  choices,
  isBusy,
  sentChoice,
  onChoose,
}: {
  readonly question: string;
  readonly choices: readonly string[];
  readonly isBusy: boolean;
  /** The choice that is being sent; null if no choice is being sent. */
  readonly sentChoice: string | null;
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
          busy={choice === sentChoice}
          busyLabel={text('phone.request.answering')}
          disabled={isBusy && choice !== sentChoice}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </Button>
      ))}
    </fieldset>
  );
}
