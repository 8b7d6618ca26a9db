/**
 * Runs tasks of one key serially. Otherwise concurrent correct attempts, which are counted before they are
 * verified, would count as failures of each other.
 */
export function serialByKey() {
  const last = new Map<string, Promise<unknown>>();
  return async <Value>(key: string, work: () => Value | Promise<Value>): Promise<Value> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
