/**
 * Runs tasks of one key serially. Otherwise concurrent correct attempts, which are counted before they are
 * verified, would count as failures of each other.
 */
export function serialByKey() {
  const last = new Map<string, Promise<unknown>>();
  return async <Value>(key: string, work: () => Value | Promise<Value>): Promise<Value> => {
    const task = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, task);
    try {
      return await task;
    } finally {
      if (last.get(key) === task) last.delete(key);
    }
  };
}
