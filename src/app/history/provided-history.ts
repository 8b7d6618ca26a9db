import { sendTo } from 'xstate';
import { historyMachine } from '#machines/history/history.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { activeFlow } from '#machines/portal/screen-location.ts';
import { addressBarPort } from '#src/ports/address-bar.ts';

/**
 * The history machine of a page. It requests screens and steps from the portal when the person moves in the history.
 */
export const providedHistory = (pageWindow: Window, portal: () => PortalRef) =>
  historyMachine.provide({
    actors: { addressBar: addressBarPort(pageWindow) },
    actions: {
      requestScreen: sendTo(portal, (_, { address }) => ({ type: 'route.requested', address })),
      requestStep: sendTo(
        () => activeFlow(portal().getSnapshot()) ?? portal(),
        (_, { step }) => ({ type: 'step.requested', step }),
      ),
    },
  });
