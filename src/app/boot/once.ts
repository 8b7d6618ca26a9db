/** Fetches a part once for all callers. After a failed fetch, the next call fetches again. */
export function once<Part>(fetch: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null;
  return () => {
    part ??= fetch().catch((failure: unknown) => {
      part = null;
      throw failure;
    });
    return part;
  };
}
