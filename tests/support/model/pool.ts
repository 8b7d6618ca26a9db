import { onTestFinished, TestRunner } from 'vitest';

/**
 * A pool that lends each item to one test at a time, for items that take long to make: providing machines takes longer
 * than most tests.
 * @param reset restores an item when its test has ended
 */
export function poolOf<Item>(make: () => Item, reset: (item: Item) => void): () => Item {
  const idle: Item[] = [];
  return () => {
    const item = idle.pop() ?? make();
    if (!TestRunner.getCurrentTest()) return item;
    onTestFinished(() => {
      reset(item);
      idle.push(item);
    });
    return item;
  };
}
