import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type Now, useSecondsLeft } from '#src/ui/seconds-left.ts';
import { useServerRendered } from '#src/ui/server-rendered.ts';
import { Status } from '#src/ui/status.tsx';
import { TimeOfDay } from '#src/ui/time-of-day.ts';
import styles from './countdown.module.css';

/** Seconds at which the time left is announced besides the start (rule 145). */
const ANNOUNCE_AT: readonly number[] = [60, 10, 0];
const SECONDS_PER_MINUTE = 60;

/** `seconds` writes 45, `clock` writes 04:59 (rule 145). */
export type CountdownFormat = 'seconds' | 'clock';

export interface CountdownProps {
  /** Epoch milliseconds; null shows and announces nothing. */
  readonly deadline: number | null;
  readonly now?: Now | undefined;
  readonly format: CountdownFormat;
  /** The sentence that is announced. */
  readonly label: (secondsLeft: number) => string;
  readonly announceAt?: readonly number[] | undefined;
  /** False when the start is read anyway, such as in the description of a dialog. */
  readonly announcesStart?: boolean | undefined;
  /** Puts the number into a sentence; by default only the number is shown. */
  readonly children?: ((shown: string, secondsLeft: number) => ReactNode) | undefined;
}

/**
 * Shows and announces the time left until a deadline. The machine decides what happens at the deadline.
 */
export function Countdown({
  deadline,
  now,
  format,
  label,
  announceAt = ANNOUNCE_AT,
  announcesStart = true,
  children,
}: CountdownProps) {
  const secondsLeft = useSecondsLeft(deadline, now);
  const isServerRendered = useServerRendered();
  const timeOfDay = useContext(TimeOfDay);
  const announced = useAnnouncement(deadline, secondsLeft, announceAt, announcesStart);
  const shown = secondsLeft === null ? null : countdownText(secondsLeft, format);
  if (isServerRendered && deadline !== null) return <span>{timeOfDay(deadline)}</span>;
  const isAnnounced = announced !== null && announced === secondsLeft;
  return (
    <>
      {shown === null || secondsLeft === null ? null : (
        <span role="timer" className={styles['countdown']}>
          <span aria-hidden={isAnnounced || undefined}>
            {children === undefined ? shown : children(shown, secondsLeft)}
          </span>
        </span>
      )}
      <Status>{isAnnounced ? label(announced) : null}</Status>
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
  const [announced, setAnnounced] = useState<number | null>(null);
  const last = useRef<{ readonly deadline: number | null; readonly seconds: number }>(null);

  useEffect(() => {
    const before = last.current?.deadline === deadline ? last.current.seconds : Number.POSITIVE_INFINITY;
    last.current = { deadline, seconds: secondsLeft ?? 0 };
    const isStart = before === Number.POSITIVE_INFINITY;
    if (isStart && !announcesStart) return undefined;
    if (isStart && secondsLeft !== null) {
      // The region has to be there before its first text.
      const frame = requestAnimationFrame(() => setAnnounced(secondsLeft));
      return () => cancelAnimationFrame(frame);
    }
    if (secondsLeft === null || announceAt.some((mark) => secondsLeft <= mark && mark < before)) {
      setAnnounced(secondsLeft);
    }
    return undefined;
  }, [deadline, secondsLeft, announceAt, announcesStart]);

  return announced;
}
