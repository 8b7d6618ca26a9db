import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchParent } from '#cli/start/parent.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells once that the parent has ended', () => {
  let parent = 17;
  const ended = vi.fn<() => void>();
  watchParent({ parentPid: () => parent, onEnd: ended });
  vi.advanceTimersByTime(5000);
  expect(ended).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(ended).toHaveBeenCalledOnce();
});

it('tells nothing after the watch has ended', () => {
  let parent = 17;
  const ended = vi.fn<() => void>();
  const end = watchParent({ parentPid: () => parent, onEnd: ended });
  end();
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(ended).not.toHaveBeenCalled();
});
