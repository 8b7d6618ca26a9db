import { useText } from '#src/app/text.ts';
import { useFormatTime } from '#src/views/use-format-time.ts';
import type { LastSignIn as LastSignInData } from '#wire/last-sign-in.ts';
import styles from './last-sign-in.module.css';

/** The previous sign-in of the person, with advice for the case that somebody else has signed in (rule 229). */
export function LastSignIn({ lastSignIn }: { readonly lastSignIn: LastSignInData }) {
  const text = useText();
  const formatTime = useFormatTime();
  const browserAndNetwork = [lastSignIn.browser, lastSignIn.addressRange]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <div className={styles['last-sign-in']}>
      <p className={styles['when']}>{text('lastSignIn.when', { time: formatTime(lastSignIn.at) })}</p>
      {browserAndNetwork === '' ? null : <p>{browserAndNetwork}</p>}
      {lastSignIn.failures === 0 ? null : (
        <p className={styles['failures']}>{text('lastSignIn.failures', { count: lastSignIn.failures })}</p>
      )}
      <p>{text('lastSignIn.notYou')}</p>
    </div>
  );
}
