import { fromPromise } from 'xstate';
import type { AuthenticatedInput } from '#machines/authenticated/authenticated.machine.ts';

export const authenticatedPorts = (pageWindow: Window) => ({
  /**
   * Posts the code to the parent window, only if that has the given origin, because the code is a secret of the login
   * (rule 49). Resolves to false if the page has no parent window.
   */
  postCode: fromPromise<boolean, AuthenticatedInput>(async ({ input: { otp, origin } }) => {
    if (pageWindow.parent === pageWindow) return false;
    pageWindow.parent.postMessage(otp, origin);
    return true;
  }),
});
