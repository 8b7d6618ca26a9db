/** Matches the URL in the message of the error that a failed dynamic import throws. */
const FAILED_MODULE_ADDRESS = /https?:\S+\.js\b/;

let retryCount = 0;

const fetchModule = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

/**
 * Imports a module and retries once. Some browsers cache a failed import, so the retry uses a different query. Rejects
 * if both imports fail.
 */
export async function importWithRetry<Part>(load: () => Promise<Part>, retry = fetchModule): Promise<Part> {
  try {
    return await load();
  } catch (failure) {
    const address = failure instanceof Error ? FAILED_MODULE_ADDRESS.exec(failure.message)?.[0] : undefined;
    if (address === undefined) throw failure;
    retryCount += 1;
    return (await retry(`${address}?again=${retryCount}`)) as Part;
  }
}
