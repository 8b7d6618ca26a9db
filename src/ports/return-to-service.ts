import { fromPromise } from 'xstate';

/** The browser unloads the page, so the promise settles only when leaving throws. */
export const returnToServicePorts = (page: Window) => ({
  leave: fromPromise<void, { url: string; takesEntry?: boolean }>(
    ({ input: { url, takesEntry = false } }) =>
      new Promise((_, reject) => {
        try {
          if (takesEntry) page.location.replace(url);
          else page.location.assign(url);
        } catch (error) {
          reject(error);
        }
      }),
  ),
});
