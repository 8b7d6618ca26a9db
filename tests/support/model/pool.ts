import { onTestFinished, TestRunner } from 'vitest';

/**
 * Creates a pool of items that take long to make, such as machines with scripted ports. Each item is used by one test at a
 * time.
 * @param reset restores an item after its test
 * @returns a function that takes an item from the pool for the running test
 */
export function createPool<Item>(make: () => Item, reset: (item: Item) => void): () => Item {
  const available: Item[] = [];
  return () => {
    const item = available.pop() ?? make();
    if (!TestRunner.getCurrentTest()) return item;
    onTestFinished(() => {
      reset(item);
      available.push(item);
    });
    return item;
  };
}
