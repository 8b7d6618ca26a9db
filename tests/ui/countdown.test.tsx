import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown, countdownText } from '#src/ui/countdown.tsx';
import { secondsUntil } from '#src/ui/seconds-left.ts';

const START = Date.UTC(2026, 10, 20);
const label = (seconds: number) => `${seconds}초 남음`;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

function countdown(deadline: number | null, format: 'seconds' | 'clock' = 'seconds') {
  return <Countdown deadline={deadline} format={format} announcementOf={label} />;
}

const shown = () => screen.getByRole('timer').textContent;
const announced = () => screen.getByRole('status').textContent;
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const advanceFrame = () => act(() => vi.advanceTimersToNextFrame());

/** Every text that the live region has had, while time passes second by second. */
function collectAnnouncements(seconds: number): string[] {
  advanceFrame();
  const texts = [announced() ?? ''];
  for (let second = 0; second < seconds; second += 1) {
    advance(1000);
    const text = announced() ?? '';
    if (text !== '' && text !== texts.at(-1)) texts.push(text);
  }
  return texts;
}

test.each([
  [300, 'clock', '05:00'],
  [299, 'clock', '04:59'],
  [600, 'clock', '10:00'],
  [61, 'clock', '01:01'],
  [9, 'clock', '00:09'],
  [0, 'clock', '00:00'],
  [45, 'seconds', '45'],
] as const)('%d seconds as %s read %s', (seconds, format, text) => {
  expect(countdownText(seconds, format)).toBe(text);
});

test.each([
  [3000, 3],
  [2001, 3],
  [2000, 2],
  [1, 1],
  [0, 0],
  [-5000, 0],
])('%d ms left are %d seconds', (milliseconds, seconds) => {
  expect(secondsUntil(START + milliseconds, START)).toBe(seconds);
});

test('the countdown runs to 0, aligned to the deadline, and then sets no timer', () => {
  render(countdown(START + 2500));
  expect(shown()).toBe('3');
  advance(499);
  expect(shown()).toBe('3');
  advance(1);
  expect(shown()).toBe('2');
  advance(1000);
  expect(shown()).toBe('1');
  advance(1000);
  expect(shown()).toBe('0');
  expect(vi.getTimerCount()).toBe(0);
});

test('announces at the start, at 60, 10 and 0 seconds, and at no other (rule 145)', () => {
  render(countdown(START + 300_000, 'clock'));
  expect(collectAnnouncements(300)).toEqual(['300초 남음', '60초 남음', '10초 남음', '0초 남음']);
  expect(shown()).toBe('00:00');
});

test('an announcement is removed a second later, so that the page has only the current time', () => {
  render(countdown(START + 5000));
  expect(announced(), 'a region exists before its first text').toBe('');
  advanceFrame();
  expect(announced()).toBe('5초 남음');
  advance(1000);
  expect([shown(), announced()]).toEqual(['4', '']);
});

/** The text that a screen reader can reach: all text that is not hidden from assistive technology. */
const readableText = (element: Element): string =>
  [...element.childNodes]
    .map((node) => {
      if (!(node instanceof Element)) return node.textContent ?? '';
      return node.getAttribute('aria-hidden') === 'true' ? '' : readableText(node);
    })
    .join('');

test('one time is readable in every second, also in that of an announcement', () => {
  const { container } = render(countdown(START + 12_000));
  expect(readableText(container)).toBe('12');
  advanceFrame();
  const read = [readableText(container)];
  for (let second = 0; second < 12; second += 1) {
    advance(1000);
    read.push(readableText(container));
  }
  expect(read).toEqual([
    '12초 남음',
    '11',
    '10초 남음',
    '9',
    '8',
    '7',
    '6',
    '5',
    '4',
    '3',
    '2',
    '1',
    '0초 남음',
  ]);
  expect(shown()).toBe('0');
});

test('the start is not announced when it is read anyway, but the marks are', () => {
  render(
    <Countdown deadline={START + 12_000} format="seconds" announcementOf={label} announcesStart={false} />,
  );
  expect(collectAnnouncements(12)).toEqual(['', '10초 남음', '0초 남음']);
});

test('a short countdown announces its start and the remaining marks', () => {
  render(countdown(START + 3000));
  expect(collectAnnouncements(3)).toEqual(['3초 남음', '0초 남음']);
});

test('after a sleep it shows the current time and announces a mark that has passed meanwhile', () => {
  render(countdown(START + 300_000, 'clock'));
  vi.setSystemTime(START + 250_500);
  act(() => fireEvent(document, new Event('visibilitychange')));
  expect(shown()).toBe('00:50');
  expect(announced()).toBe('50초 남음');
  advance(500);
  expect(shown()).toBe('00:49');
});

test('a new deadline starts again and announces its start', () => {
  const { rerender } = render(countdown(START + 5000));
  advance(2000);
  rerender(countdown(START + 8000));
  advanceFrame();
  expect(shown()).toBe('6');
  expect(announced()).toBe('6초 남음');
});

test('without a deadline it shows and announces nothing, and no timer runs', () => {
  const { rerender } = render(countdown(START + 5000));
  rerender(countdown(null));
  expect(screen.queryByRole('timer')).toBeNull();
  expect(announced()).toBe('');
  expect(vi.getTimerCount()).toBe(0);
});

test('a given clock decides instead of the clock of the device', () => {
  render(<Countdown deadline={10_000} now={() => 4000} format="seconds" announcementOf={label} />);
  expect(shown()).toBe('6');
});

test('the number can be part of a sentence', () => {
  render(
    <Countdown deadline={START + 3000} format="seconds" announcementOf={label}>
      {(text) => `${text}초 뒤에 이동합니다.`}
    </Countdown>,
  );
  expect(shown()).toBe('3초 뒤에 이동합니다.');
});

test('no timer is left after unmounting', () => {
  const { unmount } = render(countdown(START + 5000));
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
