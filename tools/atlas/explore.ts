import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateNode, initialTransition } from 'xstate';
import { inputEvent, sendPathEvent, startRoot, withSilentPorts } from '#atlas/screens/replay.ts';
import type { PathEvent } from '#atlas/screens/types.ts';
import { DONE_PREFIX, ERROR_PREFIX, nextEvents } from '#cases/cases.ts';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import {
  activeFlowStart,
  childFlowStarts,
  comparisonKey,
  type ExploredFlows,
  type FlowStart,
  type Moment,
  NO_CASES,
  pathTo,
  runFlow,
  step,
} from './flow-run.ts';
import type { MachinesAndCases } from './load-machines.ts';

/** The facts about the person and the policy that decide which screen follows. */
const personFacts = ({ context: { session, policy } }: PortalSnapshot): readonly unknown[] => [
  session.person.userId !== '',
  session.person.secondToken !== '',
  // In the second step, a pending code or push decides which token is shown first.
  session.person.accessToken !== '' && session.person.pending !== null,
  policy && [policy.policyId, policy.check],
];

/** Whether the next screen depends on the person and the policy. */
const dependsOnPerson = ({ value }: PortalSnapshot): boolean =>
  /^(password|self-auth|emergency|sent-code|device-code|qr|push|passkey|second-factor|chooser|service-info|renewing)/.test(
    typeof value === 'string' ? value : (Object.keys(value)[0] ?? ''),
  );

/** Screens whose flow loads lazily and starts with values of the address. */
const ADDRESS_SCREENS = ['device-sign-in', 'management', 'service-result', 'provisioning'] as const;

/** A text that is equal for snapshots of the portal with the same screen and the same next screens. */
const portalKey = (snapshot: AnyMachineSnapshot): string => {
  const portal = snapshot as PortalSnapshot;
  const { method, errorReason, failure, otherTabUserId, client, route } = portal.context;
  const isAt = (screen: 'id-entry' | 'error-page') => portal.matches(screen);
  return comparisonKey([
    portal.value,
    dependsOnPerson(portal) ? personFacts(portal) : null,
    isAt('error-page') ? errorReason : null,
    ADDRESS_SCREENS.some((screen) => portal.matches(screen)) ? route : null,
    isAt('id-entry') ? [failure, otherTabUserId, client && [client.idOtp, client.passkey]] : null,
    activeFlowStart(snapshot)?.id ?? (portal.matches('chooser') ? null : method),
  ]);
};

/** Whether the event says that an actor is done or has failed although the actor is not running. */
function hasActorEnded({ children }: AnyMachineSnapshot, type: string): boolean {
  const prefix = [DONE_PREFIX, ERROR_PREFIX].find((start) => type.startsWith(start));
  return prefix !== undefined && children[type.slice(prefix.length)] === undefined;
}

/** The events that the portal can receive, without the outputs of flows: these are found by exploring the flows. */
const portalEvents = (
  { cases, flows, portal }: MachinesAndCases,
  snapshot: AnyMachineSnapshot,
): readonly PathEvent[] =>
  nextEvents(cases['portal'] ?? NO_CASES, snapshot)
    .filter(
      ({ type }) => !type.startsWith(DONE_PREFIX) || flows[type.slice(DONE_PREFIX.length)] === undefined,
    )
    .filter(({ type }) => !hasActorEnded(snapshot, type))
    .map((event) => ({ to: portal.id, event }));

/** Whether the event requests an address that a state below the root state of the portal handles. */
const isHandledByScreen = ({ _nodes }: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  type === 'route.requested' &&
  (_nodes as readonly AnyStateNode[]).some((node) => node.parent && node.transitions.has(type));

/** A path from the start of the portal. */
export type EventPath = {
  readonly pathEvents: readonly PathEvent[];
  /** The last snapshot of a machine on the path: of the portal, of the flow on the screen, or of a child flow. */
  readonly end: AnyMachineSnapshot;
  /** The snapshot of the machine of `end` before the last event; null for the portal and for the start of a flow. */
  readonly before: AnyMachineSnapshot | null;
};

/**
 * Explores a flow and its child flows; returns the paths to their moments. Empty if the flow is already explored.
 * @param path the events from the start of the portal to the start of the flow
 */
function pathsThrough(
  loaded: MachinesAndCases,
  path: readonly PathEvent[],
  flow: FlowStart,
  explored: ExploredFlows,
): readonly EventPath[] {
  if (explored.runs.has(flow.id)) return [];
  const run = runFlow(flow, loaded.cases[flow.start.machine.id] ?? NO_CASES, explored);
  explored.runs.set(flow.id, run);
  return run.moments.flatMap((moment): readonly EventPath[] => {
    const pathEvents = [...path, ...pathTo(moment)];
    const pathToMoment = { pathEvents, end: moment.snapshot, before: moment.before?.snapshot ?? null };
    const isChildFlow = flow.name.includes('/');
    const childFlows = isChildFlow ? [] : childFlowStarts(flow.name, moment.snapshot);
    return [
      pathToMoment,
      ...childFlows.flatMap((child) => pathsThrough(loaded, pathEvents, child, explored)),
    ];
  });
}

/**
 * Finds paths to the moments that the portal and its flows can reach. Each flow is explored once for each input that it
 * receives; after every output of the flow, the portal is explored further. A moment that looks like an earlier one
 * is not explored again.
 * @param explored the flows that are already explored; the new ones are added
 */
export function explore(
  loaded: MachinesAndCases,
  input: PortalInput,
  explored: ExploredFlows,
): readonly EventPath[] {
  const [start] = initialTransition(loaded.portal, input);
  const first: Moment = { snapshot: start as AnyMachineSnapshot, before: null, pathEvents: [] };
  const seenKeys = new Set([portalKey(first.snapshot)]);
  const seenPersonFacts = new Set<string>();
  const paths: EventPath[] = [];
  const queue = [first];

  const enqueue = (next: Moment) => {
    const key = portalKey(next.snapshot);
    if (seenKeys.has(key)) return;
    seenKeys.add(key);
    queue.push(next);
  };

  for (let moment = queue.shift(); moment; moment = queue.shift()) {
    const { snapshot } = moment;
    const path = pathTo(moment);
    paths.push({ pathEvents: path, end: snapshot, before: null });
    const flow = activeFlowStart(snapshot);
    if (flow) {
      const flowPaths = pathsThrough(loaded, path, flow, explored);
      paths.push(...flowPaths);
      const [addressEvent] = portalEvents(loaded, snapshot).filter(({ event }) =>
        isHandledByScreen(snapshot, event),
      );
      if (addressEvent) {
        const end = step(snapshot, addressEvent.event);
        const pathsInFlow = flowPaths.filter(({ end: { machine } }) => machine.id === flow.start.machine.id);
        paths.push(
          ...pathsInFlow.map(({ pathEvents }) => ({
            pathEvents: [...pathEvents, addressEvent],
            end,
            before: null,
          })),
        );
      }
      for (const end of explored.runs.get(flow.id)?.ends ?? []) {
        const done = { type: `${DONE_PREFIX}${flow.name}`, output: end.snapshot.output, actorId: flow.name };
        enqueue({ snapshot: step(snapshot, done), before: moment, pathEvents: pathTo(end) });
      }
    }
    const facts = JSON.stringify(personFacts(snapshot as PortalSnapshot));
    // The screen at a requested address depends on the person, not on the current screen.
    const areFactsNew = !seenPersonFacts.has(facts);
    seenPersonFacts.add(facts);
    for (const pathEvent of portalEvents(loaded, snapshot)) {
      if (pathEvent.event.type === 'route.requested' && !areFactsNew) continue;
      enqueue({ snapshot: step(snapshot, pathEvent.event), before: moment, pathEvents: [pathEvent] });
    }
  }
  return paths;
}

/** Whether the screens of a flow depend on the browser's support of passkeys. */
const usesPasskeySupport = ({ start: { context } }: FlowStart): boolean =>
  'support' in context || 'passkeySupport' in context;

/**
 * Finds paths through the flows that depend on passkey support, in a browser without passkeys.
 * @param support why the browser has no passkeys
 * @param pathsWithPasskeys the paths in a browser with passkeys, which pass the same flows
 */
export function exploreWithoutPasskeys(
  loaded: MachinesAndCases,
  input: PortalInput,
  support: PortalInput['passkeySupport'],
  pathsWithPasskeys: readonly EventPath[],
  explored: ExploredFlows,
): readonly EventPath[] {
  const portal = withSilentPorts(loaded.portal);
  const starts = new Map<string, readonly PathEvent[]>();
  for (const { pathEvents, end } of pathsWithPasskeys) {
    const flow = end.machine.id === portal.id ? activeFlowStart(end) : null;
    if (flow && usesPasskeySupport(flow) && !starts.has(flow.id)) starts.set(flow.id, pathEvents);
  }
  return [...starts.values()].flatMap((pathEvents) => {
    const path = [inputEvent({ passkeySupport: support }), ...pathEvents];
    const actor = startRoot(portal, input, path);
    for (const pathEvent of path) sendPathEvent(actor, pathEvent);
    const flow = activeFlowStart(actor.getSnapshot());
    actor.stop();
    return flow ? pathsThrough(loaded, path, flow, explored) : [];
  });
}
