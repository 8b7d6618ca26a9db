import { fromPromise } from 'xstate';
import type { AuthenticatedInput } from '#machines/authenticated/authenticated.machine.ts';

/** Posts to the named origin alone: the message is a login secret (rule 49). */
export const authenticatedPorts = (pageWindow: Window) => ({
  postCode: fromPromise<boolean, AuthenticatedInput>(async ({ input: { otp, origin } }) => {
    if (pageWindow.parent === pageWindow) return false;
    pageWindow.parent.postMessage(otp, origin);
    return true;
  }),
});
