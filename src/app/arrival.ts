/** The address that a browser names when it could not fetch a module. */
const LOST = /https?:\S+\.js\b/;

let tries = 0;

const fetchModule = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

/**
 * Fetches a part of the portal. Some browsers keep a module that did not arrive and never fetch it again: another
 * query is another module. Its first one has not run, so nothing of it is there twice. Rejects when the part does not
 * arrive all the same.
 */
export async function arrivalOf<Part>(load: () => Promise<Part>, again = fetchModule): Promise<Part> {
  try {
    return await load();
  } catch (failure) {
    const address = failure instanceof Error ? LOST.exec(failure.message)?.[0] : undefined;
    if (address === undefined) throw failure;
    tries += 1;
    return (await again(`${address}?again=${tries}`)) as Part;
  }
}
