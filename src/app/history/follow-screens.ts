import type { AnyActorRef, Subscription } from 'xstate';
import { flowsOn, screenOf } from '#machines/portal/place.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';

/** Tells the history what is on, and of every other screen and step from now on. */
export function followScreens(portal: PortalRef): void {
  let told = '';
  let flows: readonly AnyActorRef[] = [];
  let steps: readonly Subscription[] = [];

  const tell = () => {
    const snapshot = portal.getSnapshot();
    const screen = screenOf(snapshot);
    const text = JSON.stringify(screen);
    const { history } = snapshot.children;
    // What was asked for is answered, be it by the screen that is on.
    if (text === told && history?.getSnapshot().hasTag('asking') === false) return;
    told = text;
    history?.send({ type: 'screen.shown', screen });
  };

  const look = () => {
    const next = flowsOn(portal.getSnapshot());
    // A flow that has ended is at no step: what follows it is shown at once.
    if (next.some((flow) => flow.getSnapshot().status === 'done')) return;
    if (next.length !== flows.length || next.some((flow, index) => flow !== flows[index])) {
      for (const subscription of steps) subscription.unsubscribe();
      flows = next;
      steps = next.map((flow) => flow.subscribe(look));
    }
    tell();
  };

  portal.subscribe(look);
  look();
}
