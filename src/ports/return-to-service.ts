import { fromPromise } from 'xstate';

/** The promise settles only when navigation throws, because the browser unloads the page. */
export const returnToServicePorts = (page: Window) => ({
  leave: fromPromise<void, { url: string; replacesEntry?: boolean }>(
    ({ input: { url, replacesEntry = false } }) =>
      new Promise((_, reject) => {
        try {
          if (replacesEntry) page.location.replace(url);
          else page.location.assign(url);
        } catch (error) {
          reject(error);
        }
      }),
  ),
});
