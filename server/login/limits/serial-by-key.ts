/**
 * Returns a function that runs the tasks of each key one after the other. Attempts are counted before they are
 * verified: several correct attempts at the same time would otherwise reach the maximum of failures.
 */
export function serialByKey() {
  const lastTasks = new Map<string, Promise<unknown>>();
  return async <Value>(key: string, work: () => Value | Promise<Value>): Promise<Value> => {
    const task = (lastTasks.get(key) ?? Promise.resolve()).then(work, work);
    lastTasks.set(key, task);
    try {
      return await task;
    } finally {
      if (lastTasks.get(key) === task) lastTasks.delete(key);
    }
  };
}
