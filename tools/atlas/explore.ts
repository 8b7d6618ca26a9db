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

/** The values of the person and the policy that decide which screen follows. */
const personKey = ({ context: { session, policy } }: PortalSnapshot): readonly unknown[] => [
  session.person.userId !== '',
  session.person.secondToken !== '',
  // In the second step, a pending code or push decides which token is shown first.
  session.person.accessToken !== '' && session.person.pending !== null,
  policy && [policy.policyId, policy.check],
];

/** Screens whose next screen depends on the person and the policy. */
const isPersonal = ({ value }: PortalSnapshot): boolean =>
  /^(password|self-auth|emergency|sent-code|device-code|qr|push|passkey|second-factor|chooser|service-info|renewing)/.test(
    typeof value === 'string' ? value : (Object.keys(value)[0] ?? ''),
  );

/** Screens whose flow loads lazily and starts with values of the address. */
const ADDRESS_SCREENS = ['device-sign-in', 'management', 'service-result', 'provisioning'] as const;

/** The key by which moments of the portal are compared, without the values that no screen shows. */
const portalKey = (snapshot: AnyMachineSnapshot): string => {
  const portal = snapshot as PortalSnapshot;
  const { method, errorReason, failure, otherTabUserId, client, route } = portal.context;
  const isAt = (screen: 'id-entry' | 'error-page') => portal.matches(screen);
  return comparisonKey([
    portal.value,
    isPersonal(portal) ? personKey(portal) : null,
    isAt('error-page') ? errorReason : null,
    ADDRESS_SCREENS.some((screen) => portal.matches(screen)) ? route : null,
    isAt('id-entry') ? [failure, otherTabUserId, client && [client.idOtp, client.passkey]] : null,
    activeFlowStart(snapshot)?.id ?? (portal.matches('chooser') ? null : method),
  ]);
};

/** Whether the event would end an actor that has already ended. */
function hasActorEnded({ children }: AnyMachineSnapshot, type: string): boolean {
  const prefix = [DONE_PREFIX, ERROR_PREFIX].find((start) => type.startsWith(start));
  return prefix !== undefined && children[type.slice(prefix.length)] === undefined;
}

/** The events that the portal can receive, except those of ended flows, which follow from the runs of the flows. */
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

/** Whether a state inside the screen handles another address. */
const isHandledByFlow = ({ _nodes }: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  type === 'route.requested' &&
  (_nodes as readonly AnyStateNode[]).some((node) => node.parent && node.transitions.has(type));

/** A path from the start to a moment of the portal, or of the flow of its screen. */
export type EventPath = {
  readonly pathEvents: readonly PathEvent[];
  /** The snapshot of the flow, or of the portal where no flow runs. */
  readonly end: AnyMachineSnapshot;
  /** The same machine before the last event; null at the beginning of the path. */
  readonly before: AnyMachineSnapshot | null;
};

/** New paths through a flow that starts at the end of a path, and through its child flows. */
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
    const here = { pathEvents, end: moment.snapshot, before: moment.before?.snapshot ?? null };
    const inner = flow.name.includes('/') ? [] : childFlowStarts(flow.name, moment.snapshot);
    return [here, ...inner.flatMap((step) => pathsThrough(loaded, pathEvents, step, explored))];
  });
}

/**
 * Finds paths to the moments that portal and flows can reach together. A flow is explored once for each input that a
 * screen gives it, and the portal continues from every output of the flow. A flow or variant that was
 * reached before yields no further path.
 */
export function explore(
  loaded: MachinesAndCases,
  input: PortalInput,
  explored: ExploredFlows,
): readonly EventPath[] {
  const [start] = initialTransition(loaded.portal, input);
  const first: Moment = { snapshot: start as AnyMachineSnapshot, before: null, pathEvents: [] };
  const seenKeys = new Set([portalKey(first.snapshot)]);
  const seenPersons = new Set<string>();
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
        isHandledByFlow(snapshot, event),
      );
      if (addressEvent) {
        const end = step(snapshot, addressEvent.event);
        const ownPaths = flowPaths.filter(({ end: { machine } }) => machine.id === flow.start.machine.id);
        paths.push(
          ...ownPaths.map(({ pathEvents }) => ({
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
    const person = JSON.stringify(personKey(snapshot as PortalSnapshot));
    // Where an address leads does not depend on the current screen.
    const isFirstOfPerson = !seenPersons.has(person);
    seenPersons.add(person);
    for (const pathEvent of portalEvents(loaded, snapshot)) {
      if (pathEvent.event.type === 'route.requested' && !isFirstOfPerson) continue;
      enqueue({ snapshot: step(snapshot, pathEvent.event), before: moment, pathEvents: [pathEvent] });
    }
  }
  return paths;
}

/** Whether a flow's screen depends on the browser's support of passkeys. */
const usesPasskeySupport = ({ start: { context } }: FlowStart): boolean =>
  'support' in context || 'passkeySupport' in context;

/**
 * Finds the paths, in a browser without passkeys, through the flows that depend on passkey support.
 * @param usual the paths in a browser with passkeys, which lead to the same flows
 */
export function exploreWithoutPasskeys(
  loaded: MachinesAndCases,
  input: PortalInput,
  support: PortalInput['passkeySupport'],
  usual: readonly EventPath[],
  explored: ExploredFlows,
): readonly EventPath[] {
  const portal = withSilentPorts(loaded.portal);
  const starts = new Map<string, readonly PathEvent[]>();
  for (const { pathEvents, end } of usual) {
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
