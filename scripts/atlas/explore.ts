import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  initialTransition,
} from 'xstate';
import { BROKEN, type Cases, DONE, nextEvents } from '#cases/cases.ts';
import { step as stepOf } from '#cases/step.ts';
import { SCREEN_FLOWS } from '#machines/portal/flows.ts';
import { type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import type { LoginTerms } from '#machines/shared/login.ts';
import type { Happening } from './types.ts';
import type { Cast } from './world.ts';

/** A moment of one machine, and a shortest way there. */
type Moment = {
  readonly snapshot: AnyMachineSnapshot;
  /** The moment before; null at the start. */
  readonly before: Moment | null;
  /** What has led here from there. */
  readonly happenings: readonly Happening[];
};

type AnyCases = Cases<AnyStateMachine>;

const NO_CASES: AnyCases = { events: [], answers: {} };

/** What a machine makes of an event, without any of its effects. */
export const step = (snapshot: AnyMachineSnapshot, event: AnyEventObject): AnyMachineSnapshot =>
  stepOf(snapshot, event)[0];

/** All that has led to a moment. */
const wayTo = ({ before, happenings }: Moment): readonly Happening[] =>
  before ? [...wayTo(before), ...happenings] : happenings;

/** Which values a context has, in place of what they are: guards look at little else. */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'object') return Object.values(value).map(shapeOf);
  return value !== '';
}

/** A flow from one input: all its moments, and those of them at which it ends, one for each output. */
export type FlowRun = { readonly moments: readonly Moment[]; readonly ends: readonly Moment[] };

function runFlow(name: string, start: AnyMachineSnapshot, cases: AnyCases): FlowRun {
  const first: Moment = { snapshot: start, before: null, happenings: [] };
  const keyOf = ({ value, context }: AnyMachineSnapshot) => JSON.stringify([value, shapeOf(context)]);
  const seen = new Set([keyOf(start)]);
  const told = new Set<string>();
  const ends = new Map<string, Moment>();
  const moments = [first];
  const queue = [first];
  for (let moment = queue.shift(); moment; moment = queue.shift()) {
    for (const event of nextEvents(cases, moment.snapshot)) {
      const snapshot = step(moment.snapshot, event);
      const next: Moment = { snapshot, before: moment, happenings: [{ to: name, event }] };
      if (snapshot.status === 'done') {
        const output = JSON.stringify(snapshot.output ?? null);
        if (!ends.has(output)) ends.set(output, next);
        continue;
      }
      const whole = textOf([snapshot.value, snapshot.context]);
      if (!told.has(whole)) moments.push(next);
      told.add(whole);
      const key = keyOf(snapshot);
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(next);
    }
  }
  return { moments, ends: [...ends.values()] };
}

type FlowStart = { readonly name: string; readonly start: AnyMachineSnapshot; readonly id: string };

/** The flow whose screen is on, where it begins. */
function flowOn(snapshot: AnyMachineSnapshot): FlowStart | null {
  const portal = snapshot as PortalSnapshot;
  const name = screenFlowOf(portal);
  const ref = name && portal.children[name];
  const start = ref?.getSnapshot() as AnyMachineSnapshot | undefined;
  if (!name || !start || !('machine' in start)) return null;
  return { name, start, id: textOf([name, start.value, start.context]) };
}

/** Of a login what makes a screen another one; the rest only travels with its call. */
const loginOf = (login: Partial<LoginTerms>): unknown =>
  login.policyId === undefined ? login : [login.step, login.fixed];

/** Writes values so that equal ones are the same text; a policy is named by its id. */
export const textOf = (values: unknown): string =>
  JSON.stringify(values, (key, value) => {
    if (key === 'policy') return value?.policyId;
    // What only travels with a call.
    if (key === 'policyId' || key === 'flowType') return undefined;
    return key === 'login' && value ? loginOf(value) : value;
  });

/** The steps of a flow that no screen of their own shows, where they begin. */
const stepsOn = (flow: string, { children }: AnyMachineSnapshot): readonly FlowStart[] =>
  Object.entries(children).flatMap(([name, ref]) => {
    const start = (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined;
    if (!start || !('machine' in start) || (SCREEN_FLOWS as readonly string[]).includes(name)) return [];
    return [{ name: `${flow}/${name}`, start, id: textOf([name, start.value, start.context]) }];
  });

/** What decides which screen may follow, wherever the person is. */
const personKey = ({ context: { session, policy } }: PortalSnapshot): readonly unknown[] => [
  session.person.userId !== '',
  session.person.secondToken !== '',
  // In the second step what is under way decides with which token it begins.
  session.person.accessToken !== '' && session.person.pending !== null,
  policy && [policy.policyId, policy.check],
];

/** Screens on which the way on hangs on who the person is and what the policy says. */
const isPersonal = ({ value }: PortalSnapshot): boolean =>
  /^(password|self-auth|emergency|sent-code|device-code|qr|push|passkey|second-factor|chooser|service-info|renewing)/.test(
    typeof value === 'string' ? value : (Object.keys(value)[0] ?? ''),
  );

/** What tells two moments of the portal apart; what no screen of the moment shows is left out. */
const portalKey = (snapshot: AnyMachineSnapshot): string => {
  const portal = snapshot as PortalSnapshot;
  const { method, errorReason, failure, otherLogin, client, route } = portal.context;
  const isAt = (screen: 'id-entry' | 'error-page') => portal.matches(screen);
  return textOf([
    portal.value,
    isPersonal(portal) ? personKey(portal) : null,
    isAt('error-page') ? errorReason : null,
    portal.matches('management') ? route : null,
    isAt('id-entry') ? [failure, otherLogin, client && [client.idOtp, client.passkey]] : null,
    flowOn(snapshot)?.id ?? (portal.matches('chooser') ? null : method),
  ]);
};

/** Whether the event would end something that is not there any more. */
function isOver({ children }: AnyMachineSnapshot, type: string): boolean {
  const prefix = [DONE, BROKEN].find((start) => type.startsWith(start));
  return prefix !== undefined && children[type.slice(prefix.length)] === undefined;
}

/** What may happen to the portal beside its flow; a flow ends by itself, but it may break. */
const toPortal = ({ cases, flows, portal }: Cast, snapshot: AnyMachineSnapshot): readonly Happening[] =>
  nextEvents(cases['portal'] ?? NO_CASES, snapshot)
    .filter(({ type }) => !type.startsWith(DONE) || flows[type.slice(DONE.length)] === undefined)
    .filter(({ type }) => !isOver(snapshot, type))
    .map((event) => ({ to: portal.id, event }));

/** Whether a screen has an answer of its own to another address: what it is depends on what its flow is doing. */
const isAnsweredInside = ({ _nodes }: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  type === 'route.requested' &&
  (_nodes as readonly AnyStateNode[]).some((node) => node.parent && node.transitions.has(type));

/** A way from the start to a moment of the portal, or of the flow whose screen is on. */
export type Way = {
  readonly happenings: readonly Happening[];
  /** Of the flow, or of the portal where the way leads to none of a flow. */
  readonly end: AnyMachineSnapshot;
  /** The same machine before the last happening; null where the way begins there. */
  readonly before: AnyMachineSnapshot | null;
};

/**
 * Ways to the moments that portal and flows can reach together. A flow is walked through once for each
 * input that a screen gives it, and every output that it can have leads the portal on. Every way starts with
 * the `beginning`. Ways into a flow that is among the `runs` already are not told again.
 */
export function explore(
  cast: Cast,
  input: PortalInput,
  beginning: readonly Happening[] = [],
  runs = new Map<string, FlowRun>(),
): readonly Way[] {
  const [start] = initialTransition(cast.portal, input);
  const first: Moment = { snapshot: start as AnyMachineSnapshot, before: null, happenings: beginning };
  const seen = new Set([portalKey(first.snapshot)]);
  const persons = new Set<string>();
  const ways: Way[] = [];
  const queue = [first];

  const visit = (next: Moment) => {
    const key = portalKey(next.snapshot);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(next);
  };

  for (let moment = queue.shift(); moment; moment = queue.shift()) {
    const { snapshot } = moment;
    const way = wayTo(moment);
    ways.push({ happenings: way, end: snapshot, before: null });
    const flow = flowOn(snapshot);
    if (flow) {
      const aside = toPortal(cast, snapshot)
        .filter(({ event }) => isAnsweredInside(snapshot, event))
        .slice(0, 1);
      const run = runs.get(flow.id) ?? runFlow(flow.name, flow.start, cast.cases[flow.name] ?? NO_CASES);
      if (!runs.has(flow.id)) {
        runs.set(flow.id, run);
        for (const inner of run.moments) {
          const happenings = [...way, ...wayTo(inner)];
          ways.push({ happenings, end: inner.snapshot, before: inner.before?.snapshot ?? null });
          for (const { name, start, id } of stepsOn(flow.name, inner.snapshot)) {
            if (runs.has(id)) continue;
            const taken = runFlow(name, start, cast.cases[start.machine.id] ?? NO_CASES);
            runs.set(id, taken);
            for (const moment of taken.moments) {
              const end = moment.snapshot;
              ways.push({
                happenings: [...happenings, ...wayTo(moment)],
                end,
                before: moment.before?.snapshot ?? null,
              });
            }
          }
          for (const happening of aside) {
            const end = step(snapshot, happening.event);
            ways.push({ happenings: [...happenings, happening], end, before: null });
          }
        }
      }
      for (const end of run.ends) {
        const done = { type: `${DONE}${flow.name}`, output: end.snapshot.output, actorId: flow.name };
        visit({ snapshot: step(snapshot, done), before: moment, happenings: wayTo(end) });
      }
    }
    const person = JSON.stringify(personKey(snapshot as PortalSnapshot));
    // An address leads where the person may go, wherever the person is.
    const isFirstOfPerson = !persons.has(person);
    persons.add(person);
    for (const happening of toPortal(cast, snapshot)) {
      if (happening.event.type === 'route.requested' && !isFirstOfPerson) continue;
      visit({ snapshot: step(snapshot, happening.event), before: moment, happenings: [happening] });
    }
  }
  return ways;
}
