import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { normalizedSource, rulesOf, sourceText } from './rules.ts';
import { stateIdOf, transitionGroups, transitionId, triggerOf } from './transition-id.ts';
import type { ChartMachine, ChartState, ChartTransition, NamedRule } from './types.ts';

/** A guard or action in the configuration of a machine. */
type Rule = { readonly type: string; readonly params?: unknown; readonly [property: string]: unknown };

const isRule = (value: unknown): value is Rule =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && 'type' in value;

/** Names that JavaScript gives to anonymous functions, from the properties that contain them. */
const PROPERTY_NAMES = ['', 'guard', 'actions', 'entry', 'exit', 'anonymous'];

/** Maximum length of an expression that is used as a name, in characters. */
const MAX_EXPRESSION_LENGTH = 60;

/** Name of an inline guard or action: the name of the function, or the expression that the function returns if it is short. */
function inlineName(rule: unknown): string {
  if (typeof rule !== 'function') return 'inline';
  if (!PROPERTY_NAMES.includes(rule.name)) return rule.name;
  const [, expression = ''] = /^\([^)]*\) => ([^{][\s\S]*)$/.exec(normalizedSource(String(rule))) ?? [];
  return expression !== '' && expression.length <= MAX_EXPRESSION_LENGTH ? expression : 'inline';
}

/** A state value of XState as text: `{ door: { lock: 'open' } }` is `door.lock.open`. */
function stateName(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}.${stateName(inner)}`)
    .join(', ');
}

const eventName = ({ event }: Rule): string | null =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : null;

/** Functions that return the shown parameter of a built-in action of XState: an event, the assigned keys, or an actor. */
const BUILT_IN_PARAMS: Readonly<Record<string, (action: Rule) => string | null>> = {
  'xstate.assign': ({ assignment }) =>
    typeof assignment === 'object' && assignment !== null ? Object.keys(assignment).join(', ') : null,
  'xstate.raise': eventName,
  'xstate.sendTo': eventName,
  'xstate.emit': eventName,
  'xstate.spawnChild': ({ src }) => (typeof src === 'string' ? src : null),
};

/**
 * The name and the parameter of a guard or an action. XState's guards `and`, `or`, `not` and `stateIn` are functions that have their
 * arguments as properties.
 */
function namedRule(rule: unknown): NamedRule {
  const withoutParams = (name: string): NamedRule => ({ name, params: null });
  if (typeof rule === 'string') return withoutParams(rule);
  if (typeof rule === 'function' && 'guards' in rule && 'check' in rule) {
    const { guards, check } = rule as { readonly guards: readonly unknown[]; readonly check: () => boolean };
    const operator = check.name.replace('check', '').toLowerCase();
    return withoutParams(`${operator}(${guards.map((guard) => namedRule(guard).name).join(', ')})`);
  }
  if (typeof rule === 'function' && 'stateValue' in rule)
    return withoutParams(`in ${stateName(rule.stateValue)}`);
  if (!isRule(rule)) return withoutParams(inlineName(rule));
  const { type: name, params } = rule;
  const builtIn = BUILT_IN_PARAMS[name];
  if (builtIn) return { name, params: builtIn(rule) };
  if (typeof params === 'function') return { name, params: null, paramsSource: sourceText(params) };
  return { name, params: typeof params === 'string' ? params : (JSON.stringify(params) ?? null) };
}

/** Whether XState has added an action for a delayed transition (`after`). Such an action is not shown. */
const isDelayAction = (action: unknown): boolean =>
  isRule(action) && String(action['sendId'] ?? action['id']).startsWith('xstate.after.');

const namedActions = (actions: readonly unknown[]): readonly NamedRule[] =>
  actions.filter((action) => !isDelayAction(action)).map(namedRule);

/** Name of an invoked actor: its declared id, or the name of its logic when it has no declared id. */
function invokeName({ id, src }: { readonly id: string; readonly src: unknown }, node: AnyStateNode): string {
  const hasDeclaredId = !id.endsWith(`.${node.id}`);
  return !hasDeclaredId && typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : id;
}

const describeState = (node: AnyStateNode, flows: ReadonlySet<string>): ChartState => {
  const meta: { readonly path?: string; readonly title?: string } = node.meta ?? {};
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined;
  return {
    id: stateIdOf(node),
    parent: node.parent ? stateIdOf(node.parent) : null,
    type: node.type,
    initial: initial ? stateIdOf(initial) : null,
    description: node.description ?? null,
    tags: node.tags,
    path: meta.path ?? null,
    title: meta.title ?? null,
    invokes: node.invoke.map((invoked) => {
      const id = invokeName(invoked, node);
      return { id, kind: flows.has(id) ? 'flow' : 'port' };
    }),
    entry: namedActions(node.entry),
    exit: namedActions(node.exit),
  };
};

/** The name of what has ended: an invoked actor, or the state itself. */
function endedName(name: string, source: AnyStateNode): string {
  const invoked = source.invoke.find(({ id }) => id === name);
  if (invoked) return invokeName(invoked, source);
  return name === source.id ? stateIdOf(source) : name;
}

/** The milliseconds of a delay that the source states as a number; null when the machine computes the delay. */
function delayOf(name: string, delays: Readonly<Record<string, unknown>>): number | null {
  const delay = /^\d+$/.test(name) ? Number(name) : delays[name];
  return typeof delay === 'number' ? delay : null;
}

const describeTransition = (
  transition: AnyTransitionDefinition,
  delays: Readonly<Record<string, unknown>>,
): ChartTransition => {
  const { kind, name } = triggerOf(transition);
  const isEnd = kind === 'done' || kind === 'error';
  return {
    id: transitionId(transition),
    source: stateIdOf(transition.source),
    targets: transition.target?.map(stateIdOf) ?? [],
    kind,
    name: isEnd ? endedName(name, transition.source) : name,
    ms: kind === 'delay' ? delayOf(name, delays) : null,
    guard: transition.guard === undefined ? null : namedRule(transition.guard),
    actions: namedActions(transition.actions),
    reenter: transition.reenter,
  };
};

const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

/**
 * Converts a machine to plain data.
 * @param flows ids of all machines of the project; an invoked actor with another id is a port
 * @param mainPaths the main paths in the configuration of the project
 */
export function describeMachine(
  machine: AnyStateMachine,
  flows: ReadonlySet<string>,
  mainPaths: Readonly<Record<string, string>> = {},
): ChartMachine {
  const nodes = nodesOf(machine.root);
  const { delays } = machine.implementations;
  return {
    id: machine.id,
    states: nodes.map((node) => describeState(node, flows)),
    transitions: nodes.flatMap((node) =>
      transitionGroups(node)
        .flat()
        .map((transition) => describeTransition(transition, delays)),
    ),
    rules: rulesOf(machine),
    mainPaths: Object.fromEntries(
      Object.entries(mainPaths)
        .filter(([scope]) => scope === machine.id || scope.startsWith(`${machine.id}.`))
        .map(([scope, names]) => [scope, names.split(' ').map((name) => `${scope}.${name}`)]),
    ),
  };
}
