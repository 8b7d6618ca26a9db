import { useText } from '#src/app/text.ts';
import { useTime } from '#src/views/use-time.ts';
import type { LastSignIn as Last } from '#wire/last-sign-in.ts';
import styles from './last-sign-in.module.css';

/** The previous sign-in, with advice in case somebody else made it (rule 229). */
export function LastSignIn({ lastSignIn }: { readonly lastSignIn: Last }) {
  const text = useText();
  const time = useTime();
  const browserAndNetwork = [lastSignIn.browser, lastSignIn.addressRange]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <div className={styles['last']}>
      <p className={styles['when']}>{text('lastSignIn.when', { time: time(lastSignIn.at) })}</p>
      {browserAndNetwork === '' ? null : <p>{browserAndNetwork}</p>}
      {lastSignIn.failures === 0 ? null : (
        <p className={styles['failures']}>{text('lastSignIn.failures', { count: lastSignIn.failures })}</p>
      )}
      <p>{text('lastSignIn.notYou')}</p>
    </div>
  );
}
