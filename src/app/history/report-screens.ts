import type { AnyActorRef, Subscription } from 'xstate';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { activeFlows, historyScreenOf } from '#machines/portal/screen-location.ts';

/** Reports the current screen and its step to the history machine, now and after every change. */
export function reportScreens(portal: PortalRef): void {
  let reportedScreen = '';
  let flows: readonly AnyActorRef[] = [];
  let flowSubscriptions: readonly Subscription[] = [];

  const reportScreen = () => {
    const snapshot = portal.getSnapshot();
    const screen = historyScreenOf(snapshot);
    const screenJson = JSON.stringify(screen);
    const { history } = snapshot.children;
    // In a state with the tag `requesting`, the history machine has requested a screen and waits for the report, even if
    // the portal already shows that screen.
    if (screenJson === reportedScreen && history?.getSnapshot().hasTag('requesting') === false) return;
    reportedScreen = screenJson;
    history?.send({ type: 'screen.shown', screen });
  };

  const subscribeFlows = () => {
    const currentFlows = activeFlows(portal.getSnapshot());
    // A flow that has ended has no step. The portal shows the next screen immediately.
    if (currentFlows.some((flow) => flow.getSnapshot().status === 'done')) return;
    if (currentFlows.length !== flows.length || currentFlows.some((flow, index) => flow !== flows[index])) {
      for (const subscription of flowSubscriptions) subscription.unsubscribe();
      flows = currentFlows;
      flowSubscriptions = currentFlows.map((flow) => flow.subscribe(subscribeFlows));
    }
    reportScreen();
  };

  portal.subscribe(subscribeFlows);
  subscribeFlows();
}
