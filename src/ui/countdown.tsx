import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type Clock, useSecondsLeft } from '#src/ui/seconds-left.ts';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';
import { Status } from '#src/ui/status.tsx';
import { FormatTimeOfDay } from '#src/ui/time-of-day.ts';
import styles from './countdown.module.css';

/** Numbers of seconds at which the time left is announced, in addition to the start (rule 145). */
const ANNOUNCED_SECONDS: readonly number[] = [60, 10, 0];
const SECONDS_PER_MINUTE = 60;

/** The format of the time left: `seconds` for `45`, `clock` for `04:59` (rule 145). */
export type CountdownFormat = 'seconds' | 'clock';

export interface CountdownProps {
  /** The deadline in epoch milliseconds. Null shows and announces nothing. */
  readonly deadline: number | null;
  readonly now?: Clock | undefined;
  readonly format: CountdownFormat;
  /** Returns the sentence that screen readers announce. */
  readonly announcementOf: (secondsLeft: number) => string;
  readonly announceAt?: readonly number[] | undefined;
  /**
   * Whether the start is announced. False if screen readers read it anyway, for example in the description of a dialog.
   */
  readonly announcesStart?: boolean | undefined;
  /** Inserts the time left into a sentence. By default, only the time is shown. */
  readonly children?: ((formattedTime: string, secondsLeft: number) => ReactNode) | undefined;
}

/**
 * Shows and announces the time left until a deadline. The machine decides what happens at the deadline.
 */
export function Countdown({
  deadline,
  now,
  format,
  announcementOf,
  announceAt = ANNOUNCED_SECONDS,
  announcesStart = true,
  children,
}: CountdownProps) {
  const secondsLeft = useSecondsLeft(deadline, now);
  const isServerRendered = useIsServerRendered();
  const formatTimeOfDay = useContext(FormatTimeOfDay);
  const announcedSeconds = useAnnouncement(deadline, secondsLeft, announceAt, announcesStart);
  const formatted = secondsLeft === null ? null : countdownText(secondsLeft, format);
  if (isServerRendered && deadline !== null) return <span>{formatTimeOfDay(deadline)}</span>;
  const isAnnounced = announcedSeconds !== null && announcedSeconds === secondsLeft;
  return (
    <>
      {formatted === null || secondsLeft === null ? null : (
        <span role="timer" className={styles['countdown']}>
          <span aria-hidden={isAnnounced || undefined}>
            {children === undefined ? formatted : children(formatted, secondsLeft)}
          </span>
        </span>
      )}
      <Status>{isAnnounced ? announcementOf(announcedSeconds) : null}</Status>
    </>
  );
}

/** Formats a number of seconds (rule 145). */
export function countdownText(seconds: number, format: CountdownFormat): string {
  if (format === 'seconds') return String(seconds);
  return [Math.floor(seconds / SECONDS_PER_MINUTE), seconds % SECONDS_PER_MINUTE]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/**
 * Returns the number of seconds that was announced last: at the start, or when the time left has reached one of the
 * values in `announceAt`. Null before the first announcement. As long as this number equals the time left, the caller
 * hides the shown time from screen readers, so that they do not read it twice.
 */
function useAnnouncement(
  deadline: number | null,
  secondsLeft: number | null,
  announceAt: readonly number[],
  announcesStart: boolean,
): number | null {
  const [announcedSeconds, setAnnouncedSeconds] = useState<number | null>(null);
  const lastReading = useRef<{ readonly deadline: number | null; readonly seconds: number }>(null);

  useEffect(() => {
    const secondsBefore =
      lastReading.current?.deadline === deadline ? lastReading.current.seconds : Number.POSITIVE_INFINITY;
    lastReading.current = { deadline, seconds: secondsLeft ?? 0 };
    const isStart = secondsBefore === Number.POSITIVE_INFINITY;
    if (isStart && !announcesStart) return undefined;
    if (isStart && secondsLeft !== null) {
      // The live region has to exist before its first text.
      const frame = requestAnimationFrame(() => setAnnouncedSeconds(secondsLeft));
      return () => cancelAnimationFrame(frame);
    }
    if (
      secondsLeft === null ||
      announceAt.some((seconds) => secondsLeft <= seconds && seconds < secondsBefore)
    ) {
      setAnnouncedSeconds(secondsLeft);
    }
    return undefined;
  }, [deadline, secondsLeft, announceAt, announcesStart]);

  return announcedSeconds;
}
