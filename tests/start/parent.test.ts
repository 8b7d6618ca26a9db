import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchParent } from '#cli/start/parent.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the end of the parent is reported once', () => {
  let parent = 17;
  const onEnd = vi.fn<() => void>();
  watchParent({ parentPid: () => parent, onEnd });
  vi.advanceTimersByTime(5000);
  expect(onEnd).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('nothing is reported after the watch has ended', () => {
  let parent = 17;
  const onEnd = vi.fn<() => void>();
  const end = watchParent({ parentPid: () => parent, onEnd });
  end();
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(onEnd).not.toHaveBeenCalled();
});
