/**
 * Runs works of one key one after another. What counts attempts before it judges them would otherwise take
 * right ones that are made at the same time for failures of each other.
 */
export function inTurn() {
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
