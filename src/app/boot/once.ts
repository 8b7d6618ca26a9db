/** Fetches something at most once at a time: what did not arrive is fetched again by whom wants it next. */
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
