import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type {
  ChartInvoke,
  ChartMachine,
  ChartState,
  ChartTransition,
  NamedRule,
} from '#atlas/model/types.ts';
import { transitionGroups, transitionId, triggerOf } from '#src/app/inspector/transition-id.ts';
import type { Sources } from './declarations.ts';
import { rulesOf, sourceText } from './rules.ts';

/** The parts of a rule as its config has them; the production rules name every guard and action. */
type Rule = { readonly type: string; readonly params?: unknown };

const fixed = (params: unknown): string | null => {
  if (params === undefined || typeof params === 'function') return null;
  return typeof params === 'string' ? params : JSON.stringify(params);
};

/** Where a parameter comes from: a path in the context or the event. */
const taken = (params: unknown): Pick<NamedRule, 'from'> =>
  typeof params === 'function' ? { from: sourceText(params) } : {};

const isRule = (value: unknown): value is Rule =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && 'type' in value;

/** `and`, `or` and `not` are functions that carry the guards inside. */
function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function' && 'guards' in guard && 'check' in guard) {
    const inner = (guard.guards as unknown[]).map(guardName);
    return `${guard.check instanceof Function ? guard.check.name.replace('check', '').toLowerCase() : ''}(${inner.join(', ')})`;
  }
  return isRule(guard) ? guard.type : '';
}

const namedGuard = (guard: unknown): NamedRule | null =>
  guard === undefined
    ? null
    : {
        name: guardName(guard),
        params: isRule(guard) ? fixed(guard.params) : null,
        ...(isRule(guard) ? taken(guard.params) : {}),
      };

const namedAction = (action: unknown): NamedRule => {
  if (typeof action === 'string') return { name: action, params: null };
  return isRule(action)
    ? {
        name: action.type,
        params: typeof action === 'function' ? null : fixed(action.params),
        ...(typeof action === 'function' ? {} : taken(action.params)),
      }
    : { name: '', params: null };
};

/** XState adds actions of its own that start and cancel timers; `after` shows them already. */
const isOwn = (action: unknown): boolean => !namedAction(action).name.startsWith('xstate.');

const actionNames = (actions: readonly unknown[]): readonly string[] =>
  actions.filter(isOwn).map((action) => {
    const { name, params } = namedAction(action);
    return params === null ? name : `${name}(${params})`;
  });

type Flows = ReadonlySet<string>;

const describeState = (node: AnyStateNode, flows: Flows): ChartState => {
  const meta: { readonly path?: string; readonly title?: string } = node.meta ?? {};
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined;
  return {
    id: node.id,
    key: node.key,
    parent: node.parent?.id ?? null,
    type: node.type,
    initial: initial?.id ?? null,
    description: node.description ?? null,
    tags: node.tags,
    path: meta.path ?? null,
    title: meta.title ?? null,
    invokes: node.invoke.map(({ id }): ChartInvoke => ({ id, kind: flows.has(id) ? 'flow' : 'port' })),
    entry: actionNames(node.entry),
    exit: actionNames(node.exit),
  };
};

const describeTransition = (
  transition: AnyTransitionDefinition,
  delays: Readonly<Record<string, unknown>>,
): ChartTransition => {
  const trigger = triggerOf(transition);
  const delay = trigger.kind === 'delay' ? delays[trigger.name] : null;
  return {
    id: transitionId(transition),
    source: transition.source.id,
    targets: transition.target?.map(({ id }) => id) ?? [],
    ...trigger,
    ms: typeof delay === 'number' ? delay : null,
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
 * @param flows ids of all machines: what else a machine invokes is a port
 * @param sources the declarations that rules of the machine use; without them a rule is described by its own text alone
 */
export function describeMachine(
  machine: AnyStateMachine,
  flows: Flows,
  sources: Sources = new Map(),
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
    rules: rulesOf(machine, sources),
  };
}
