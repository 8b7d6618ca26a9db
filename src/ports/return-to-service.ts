import { fromPromise } from 'xstate';

/** The browser unloads the page, so the promise settles only when leaving throws. */
export const returnToServicePorts = (page: Window) => ({
  leave: fromPromise<void, { url: string }>(
    ({ input }) =>
      new Promise((_, reject) => {
        try {
          page.location.assign(input.url);
        } catch (error) {
          reject(error);
        }
      }),
  ),
});
