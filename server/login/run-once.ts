/** Returns a function that runs `work` at the first call, and returns the same result at later calls. */
export function runOnce<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let result: Promise<Value> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
