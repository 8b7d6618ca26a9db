/** Runs `work` at the first call; later calls get the same result. */
export function runOnce<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let result: Promise<Value> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
