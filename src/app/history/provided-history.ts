import { sendTo } from 'xstate';
import { historyMachine } from '#machines/history/history.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { activeFlow } from '#machines/portal/screen-location.ts';
import { addressBarPort } from '#src/ports/address-bar.ts';

/** The history of a page, which requests screens from a portal. */
export const providedHistory = (page: Window, portal: () => PortalRef) =>
  historyMachine.provide({
    actors: { addressBar: addressBarPort(page) },
    actions: {
      requestScreen: sendTo(portal, (_, { address }) => ({ type: 'route.requested', address })),
      requestStep: sendTo(
        () => activeFlow(portal().getSnapshot()) ?? portal(),
        (_, { step }) => ({ type: 'step.requested', step }),
      ),
    },
  });
