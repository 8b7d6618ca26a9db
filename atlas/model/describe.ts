import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type {
  ChartInvoke,
  ChartMachine,
  ChartState,
  ChartTransition,
  NamedRule,
} from '#atlas/model/types.ts';
import { NO_DECLARATIONS, normalizedSource, type VisibleDeclarations } from './declarations.ts';
import { rulesOf, sourceText } from './rules.ts';
import { stateIdOf, transitionGroups, transitionId, triggerOf } from './transition-id.ts';

/** The parts of a rule as its config has them. */
type Rule = { readonly type: string; readonly params?: unknown };

const fixed = (params: unknown): string | null => {
  if (params === undefined || typeof params === 'function') return null;
  return typeof params === 'string' ? params : JSON.stringify(params);
};

/** The source of a computed parameter. */
const sourceOfParams = (params: unknown): Pick<NamedRule, 'from'> =>
  typeof params === 'function' ? { from: sourceText(params) } : {};

const isRule = (value: unknown): value is Rule =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && 'type' in value;

/** Names of anonymous functions, which they get from the property they are written in. */
const POSITION_NAMES = ['', 'guard', 'actions', 'entry', 'exit', 'anonymous'];

/** Maximum length of an expression that serves as a name. */
const MAX_EXPRESSION = 60;

/** Name of an inline guard or action: the function's name, or its expression. */
function inlineName(rule: unknown): string {
  if (typeof rule !== 'function') return 'inline';
  if (!POSITION_NAMES.includes(rule.name)) return rule.name;
  const [, expression = ''] = /^\([^)]*\) => ([^{][\s\S]*)$/.exec(normalizedSource(String(rule))) ?? [];
  return expression !== '' && expression.length <= MAX_EXPRESSION ? expression : 'inline';
}

/** `{ door: { lock: 'open' } }` as `door.lock.open`. */
function stateName(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}.${stateName(inner)}`)
    .join(', ');
}

/** `and`, `or`, `not` and `stateIn` are functions that carry what they join. */
function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function' && 'guards' in guard && 'check' in guard) {
    const inner = (guard.guards as unknown[]).map(guardName);
    return `${guard.check instanceof Function ? guard.check.name.replace('check', '').toLowerCase() : ''}(${inner.join(', ')})`;
  }
  if (typeof guard === 'function' && 'stateValue' in guard) return `in ${stateName(guard.stateValue)}`;
  return isRule(guard) ? guard.type : inlineName(guard);
}

const namedGuard = (guard: unknown): NamedRule | null =>
  guard === undefined
    ? null
    : {
        name: guardName(guard),
        params: isRule(guard) ? fixed(guard.params) : null,
        ...(isRule(guard) ? sourceOfParams(guard.params) : {}),
      };

/** Properties of XState's built-in actions. */
type BuiltIn = {
  readonly type: string;
  readonly assignment?: unknown;
  readonly event?: unknown;
  readonly src?: unknown;
  readonly id?: unknown;
};

const eventName = (event: unknown): string | null =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : null;

const keysOf = (values: unknown): string | null =>
  typeof values === 'object' && values !== null ? Object.keys(values).join(', ') : null;

/** Parameter shown for XState's built-in actions: an event, the assigned keys, an actor. */
const BUILT_IN: Readonly<Record<string, (action: BuiltIn) => string | null>> = {
  'xstate.assign': ({ assignment }) => keysOf(assignment),
  'xstate.raise': ({ event }) => eventName(event),
  'xstate.sendTo': ({ event }) => eventName(event),
  'xstate.emit': ({ event }) => eventName(event),
  'xstate.spawnChild': ({ src }) => (typeof src === 'string' ? src : null),
};

const namedAction = (action: unknown): NamedRule => {
  if (typeof action === 'string') return { name: action, params: null };
  if (!isRule(action)) return { name: inlineName(action), params: null };
  const builtIn = BUILT_IN[action.type];
  return builtIn
    ? { name: action.type, params: builtIn(action) }
    : { name: action.type, params: fixed(action.params), ...sourceOfParams(action.params) };
};

/** Actions that XState adds for `after`, which is shown as a transition. */
const isTimer = (action: unknown): boolean =>
  isRule(action) &&
  ['xstate.raise', 'xstate.cancel'].includes(action.type) &&
  JSON.stringify([(action as BuiltIn).id, (action as { sendId?: unknown }).sendId]).includes(
    '"xstate.after.',
  );

const isOwn = (action: unknown): boolean => !isTimer(action);

const actionNames = (actions: readonly unknown[]): readonly string[] =>
  actions.filter(isOwn).map((action) => {
    const { name, params } = namedAction(action);
    return params === null ? name : `${name}(${params})`;
  });

type Flows = ReadonlySet<string>;

/** Name of an invoked actor: its id, else the name of its logic. */
function invokeName({ id, src }: { readonly id: string; readonly src: unknown }, node: AnyStateNode): string {
  const isGiven = !id.endsWith(`.${node.id}`);
  if (isGiven) return id;
  return typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : id;
}

const describeState = (node: AnyStateNode, flows: Flows): ChartState => {
  const meta: { readonly path?: string; readonly title?: string } = node.meta ?? {};
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined;
  return {
    id: stateIdOf(node),
    key: node.key,
    parent: node.parent ? stateIdOf(node.parent) : null,
    type: node.type,
    initial: initial ? stateIdOf(initial) : null,
    description: node.description ?? null,
    tags: node.tags,
    path: meta.path ?? null,
    title: meta.title ?? null,
    invokes: node.invoke.map((each): ChartInvoke => {
      const id = invokeName(each, node);
      return { id, kind: flows.has(id) ? 'flow' : 'port' };
    }),
    entry: actionNames(node.entry),
    exit: actionNames(node.exit),
  };
};

/** Name of what has ended: an invoked actor, or the state itself. */
function endedName(name: string, source: AnyStateNode): string {
  const invoked = source.invoke.find(({ id }) => id === name);
  if (invoked) return invokeName(invoked, source);
  return name === source.id ? stateIdOf(source) : name;
}

/** Milliseconds of a delay: written where it is used, or declared; null where the machine computes it. */
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
    guard: namedGuard(transition.guard),
    actions: transition.actions.filter(isOwn).map(namedAction),
    reenter: transition.reenter,
  };
};

const subtree = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(subtree),
];

/**
 * Reads a machine as plain data.
 * @param flows ids of all machines; any other invoked actor is a port
 * @param reach declarations that the rules of the machine use; without them a rule is described by its own text
 * @param mainPaths names of states by machine or compound state, as in the configuration
 */
export function describeMachine(
  machine: AnyStateMachine,
  flows: Flows,
  reach: VisibleDeclarations = NO_DECLARATIONS,
  mainPaths: Readonly<Record<string, string>> = {},
): ChartMachine {
  const nodes = subtree(machine.root);
  const { delays } = machine.implementations;
  return {
    id: machine.id,
    states: nodes.map((node) => describeState(node, flows)),
    transitions: nodes.flatMap((node) =>
      transitionGroups(node)
        .flat()
        .map((each) => describeTransition(each, delays)),
    ),
    rules: rulesOf(machine, reach),
    mainPaths: Object.fromEntries(
      Object.entries(mainPaths)
        .filter(([scope]) => scope === machine.id || scope.startsWith(`${machine.id}.`))
        .map(([scope, names]) => [scope, names.split(' ').map((name) => `${scope}.${name}`)]),
    ),
  };
}
