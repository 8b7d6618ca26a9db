import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type Clock, useSecondsLeft } from '#src/ui/seconds-left.ts';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';
import { Status } from '#src/ui/status.tsx';
import { TimeOfDay } from '#src/ui/time-of-day.ts';
import styles from './countdown.module.css';

/** Seconds left at which they are announced, in addition to the start (rule 145). */
const ANNOUNCE_AT: readonly number[] = [60, 10, 0];
const SECONDS_PER_MINUTE = 60;

/** `seconds` writes 45, `clock` writes 04:59 (rule 145). */
export type CountdownFormat = 'seconds' | 'clock';

export interface CountdownProps {
  /** Epoch milliseconds; null shows and announces nothing. */
  readonly deadline: number | null;
  readonly now?: Clock | undefined;
  readonly format: CountdownFormat;
  /** The sentence that is announced. */
  readonly announcementOf: (secondsLeft: number) => string;
  readonly announceAt?: readonly number[] | undefined;
  /** False when the start is read anyway, such as in the description of a dialog. */
  readonly announcesStart?: boolean | undefined;
  /** Puts the number into a sentence; by default only the number is shown. */
  readonly children?: ((formatted: string, secondsLeft: number) => ReactNode) | undefined;
}

/**
 * Shows and announces the time left until a deadline. The machine decides what happens at the deadline.
 */
export function Countdown({
  deadline,
  now,
  format,
  announcementOf,
  announceAt = ANNOUNCE_AT,
  announcesStart = true,
  children,
}: CountdownProps) {
  const secondsLeft = useSecondsLeft(deadline, now);
  const isServerRendered = useIsServerRendered();
  const timeOfDay = useContext(TimeOfDay);
  const announcedSeconds = useAnnouncement(deadline, secondsLeft, announceAt, announcesStart);
  const formatted = secondsLeft === null ? null : countdownText(secondsLeft, format);
  if (isServerRendered && deadline !== null) return <span>{timeOfDay(deadline)}</span>;
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

/** Writes seconds in one of the formats of rule 145. */
export function countdownText(seconds: number, format: CountdownFormat): string {
  if (format === 'seconds') return String(seconds);
  return [Math.floor(seconds / SECONDS_PER_MINUTE), seconds % SECONDS_PER_MINUTE]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/**
 * The seconds that are announced: those at the start and at each passed mark. While they are current, the shown seconds
 * are hidden from assistive technology, so that the time is not read twice.
 */
function useAnnouncement(
  deadline: number | null,
  secondsLeft: number | null,
  announceAt: readonly number[],
  announcesStart: boolean,
): number | null {
  const [announcedSeconds, setAnnounced] = useState<number | null>(null);
  const lastReading = useRef<{ readonly deadline: number | null; readonly seconds: number }>(null);

  useEffect(() => {
    const secondsBefore =
      lastReading.current?.deadline === deadline ? lastReading.current.seconds : Number.POSITIVE_INFINITY;
    lastReading.current = { deadline, seconds: secondsLeft ?? 0 };
    const isStart = secondsBefore === Number.POSITIVE_INFINITY;
    if (isStart && !announcesStart) return undefined;
    if (isStart && secondsLeft !== null) {
      // The live region has to exist before its first text.
      const frame = requestAnimationFrame(() => setAnnounced(secondsLeft));
      return () => cancelAnimationFrame(frame);
    }
    if (secondsLeft === null || announceAt.some((mark) => secondsLeft <= mark && mark < secondsBefore)) {
      setAnnounced(secondsLeft);
    }
    return undefined;
  }, [deadline, secondsLeft, announceAt, announcesStart]);

  return announcedSeconds;
}
