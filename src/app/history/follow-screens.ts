import type { AnyActorRef, Subscription } from 'xstate';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { activeFlows, historyScreenOf } from '#machines/portal/screen-location.ts';

/** Reports the current screen and step, and every change, to the history machine. */
export function followScreens(portal: PortalRef): void {
  let shown = '';
  let flows: readonly AnyActorRef[] = [];
  let steps: readonly Subscription[] = [];

  const reportScreen = () => {
    const snapshot = portal.getSnapshot();
    const screen = historyScreenOf(snapshot);
    const text = JSON.stringify(screen);
    const { history } = snapshot.children;
    // A requested address is always answered, even if its screen is already shown.
    if (text === shown && history?.getSnapshot().hasTag('requesting') === false) return;
    shown = text;
    history?.send({ type: 'screen.shown', screen });
  };

  const subscribeFlows = () => {
    const next = activeFlows(portal.getSnapshot());
    // A flow that has ended has no step; the next screen follows immediately.
    if (next.some((flow) => flow.getSnapshot().status === 'done')) return;
    if (next.length !== flows.length || next.some((flow, index) => flow !== flows[index])) {
      for (const subscription of steps) subscription.unsubscribe();
      flows = next;
      steps = next.map((flow) => flow.subscribe(subscribeFlows));
    }
    reportScreen();
  };

  portal.subscribe(subscribeFlows);
  subscribeFlows();
}
