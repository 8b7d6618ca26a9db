/** Shares one pending fetch; a failed one is repeated by the next caller. */
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
