import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';

/** The name of an event: lower-case words joined by dots. */
const EVENT_NAME = /^[a-z]+(\.[a-z]+)+$/;

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap((child) => nodesOf(child)),
];

const nameOf = (node: AnyStateNode): string => [node.machine.id, ...node.path].join('.');

/** The values of a config entry, which may be missing, a value or an array of values. */
const valuesOf = <Value>(value: Value | readonly Value[] | undefined): readonly Value[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as Value];

/** Whether a machine has a final state. */
const canEnd = (machine: AnyStateMachine): boolean =>
  Object.values(machine.root.states).some((state: AnyStateNode) => state.type === 'final');

/** Whether an actor is a promise. */
const isPromise = (logic: unknown): boolean => {
  const { transition } = logic as { transition: (snapshot: object, event: object, scope: object) => unknown };
  try {
    const next = transition({ status: 'active' }, { type: 'xstate.promise.resolve' }, {});
    return (next as { status?: string }).status === 'done';
  } catch {
    return false;
  }
};

const invokeProblems = (node: AnyStateNode): string[] => {
  const { actors } = node.machine.implementations;
  return valuesOf(node.config.invoke as Invoke | Invoke[] | undefined).flatMap((invoke) => {
    const { id, src, onDone, onError } = invoke;
    const name = `${nameOf(node)}: invoke "${String(id)}"`;
    if (typeof src !== 'string') return [`${name} has no named src`];
    const logic = (actors as Record<string, unknown>)[src];
    if (logic === undefined) return [`${name}: the actor "${src}" is not declared`];
    const needsOnDone = logic instanceof StateMachine ? canEnd(logic) : isPromise(logic);
    return [
      ...(id === src ? [] : [`${name} has another id than its src "${src}"`]),
      ...(onError === undefined ? [`${name} has no onError`] : []),
      ...(needsOnDone && onDone === undefined ? [`${name} has no onDone`] : []),
    ];
  });
};

type Invoke = { id?: string; src: unknown; onDone?: unknown; onError?: unknown };

const delayProblems = (node: AnyStateNode): string[] => {
  const { delays } = node.machine.implementations;
  return Object.keys(node.config.after ?? {}).flatMap((delay) => {
    if (!Number.isNaN(Number(delay))) return [`${nameOf(node)}: the delay ${delay} has no name`];
    if (/\d/.test(delay)) return [`${nameOf(node)}: the delay "${delay}" has a number in its name`];
    return delay in delays ? [] : [`${nameOf(node)}: the delay "${delay}" is not declared`];
  });
};

const transitionsOf = (node: AnyStateNode) => [...node.transitions.values(), node.always ?? []].flat();

/** The guards inside `and`, `or` and `not`, or the guard itself. */
const guardsOf = (guard: unknown): unknown[] => {
  if (typeof guard === 'function' && 'guards' in guard) return (guard.guards as unknown[]).flatMap(guardsOf);
  return guard === undefined ? [] : [guard];
};

/** The name of a guard or action; null if it is a function without a name. */
const nameIn = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'type' in value) return String(value.type);
  return null;
};

const guardProblems = (node: AnyStateNode): string[] => {
  const { guards } = node.machine.implementations;
  return transitionsOf(node)
    .flatMap(({ guard }) => guardsOf(guard))
    .flatMap((guard) => {
      const name = nameIn(guard);
      if (name === null) return [`${nameOf(node)}: a guard has no name`];
      return name in guards ? [] : [`${nameOf(node)}: the guard "${name}" is not declared`];
    });
};

/** Whether an action is built into XState, such as `assign`. Built-in actions change only the machine. */
const isBuiltIn = (action: unknown): boolean =>
  typeof action === 'function' && 'type' in action && String(action.type).startsWith('xstate.');

/** The delay of a `raise` or `sendTo`; undefined for the actions that XState creates for `after`. */
const scheduledDelay = (action: unknown): unknown => {
  if (typeof action !== 'function' || !('delay' in action)) return undefined;
  const event = 'event' in action ? (action.event as { type?: string }) : {};
  return event.type?.startsWith('xstate.after.') ? undefined : action.delay;
};

const actionProblems = (node: AnyStateNode): string[] => {
  const { actions, delays } = node.machine.implementations;
  const used = [
    ...node.entry,
    ...node.exit,
    ...transitionsOf(node).flatMap((transition) => transition.actions),
  ];
  return used.flatMap((action) => {
    const delay = scheduledDelay(action);
    if (delay !== undefined && !(typeof delay === 'string' && delay in delays)) {
      return [`${nameOf(node)}: the delay of an action is not declared`];
    }
    if (isBuiltIn(action)) return [];
    const name = nameIn(action);
    if (name === null) return [`${nameOf(node)}: an action has no name`];
    return name in actions ? [] : [`${nameOf(node)}: the action "${name}" is not declared`];
  });
};

const descriptionProblems = (node: AnyStateNode): string[] => {
  const isShown = node.parent !== undefined && node.type !== 'final' && node.type !== 'history';
  return isShown && !node.description?.trim() ? [`${nameOf(node)} has no description`] : [];
};

const eventProblems = (node: AnyStateNode): string[] =>
  Object.keys(node.config.on ?? {})
    .filter((event) => event !== '*' && !EVENT_NAME.test(event))
    .map((event) => `${nameOf(node)}: the event "${event}" is not words joined by dots`);

const endProblems = (machine: AnyStateMachine): string[] =>
  Object.values(machine.root.states)
    .filter((state: AnyStateNode) => state.type === 'final' && state.key !== 'done')
    .map((state: AnyStateNode) => `${nameOf(state)} is final and not called "done"`);

/** Describes the violations of the rules for machines (docs/architecture.md) in a machine. */
export const structureProblems = (machine: AnyStateMachine): string[] => [
  ...endProblems(machine),
  ...nodesOf(machine.root).flatMap((node) => [
    ...eventProblems(node),
    ...invokeProblems(node),
    ...delayProblems(node),
    ...guardProblems(node),
    ...actionProblems(node),
    ...descriptionProblems(node),
  ]),
];

/** Describes wrong exports of a `*.machine.ts` file, which has to export one machine that is named after the file. */
export const exportProblems = (path: string, exports: Readonly<Record<string, unknown>>): string[] => {
  const file = path.slice(path.lastIndexOf('/') + 1, -'.machine.ts'.length);
  const camelCaseName = file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const machines = Object.entries(exports).filter(([, value]) => value instanceof StateMachine);
  const [first] = machines;
  if (machines.length !== 1 || first === undefined) return [`${path} exports ${machines.length} machines`];
  const [name, machine] = first as [string, AnyStateMachine];
  return [
    ...(name === `${camelCaseName}Machine`
      ? []
      : [`${path} exports "${name}" instead of "${camelCaseName}Machine"`]),
    ...(machine.id === file ? [] : [`${path}: the machine's id is "${machine.id}" instead of "${file}"`]),
  ];
};
