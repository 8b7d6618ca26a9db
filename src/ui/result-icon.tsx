import { AlertIcon, CheckIcon, CrossIcon, InfoIcon, WarningIcon } from '#src/ui/icons.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import styles from './result-icon.module.css';

/** What a result means. `stopped`: nothing has failed, but the person has to continue. */
export type ResultMeaning = 'done' | 'refused' | 'failed' | 'stopped' | 'neutral' | 'waiting';

const ICONS = {
  done: CheckIcon,
  refused: CrossIcon,
  failed: AlertIcon,
  stopped: WarningIcon,
  neutral: InfoIcon,
  waiting: Spinner,
} as const;

/** The icon above the title of a result. It is decorative, because the title says the same. */
export function ResultIcon({ meaning }: { readonly meaning: ResultMeaning }) {
  const MeaningIcon = ICONS[meaning];
  return (
    <span className={styles['icon']} data-meaning={meaning}>
      <MeaningIcon />
    </span>
  );
}
