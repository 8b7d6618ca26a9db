import type { AtlasMoment, PathEvent } from '#atlas/screens/types.ts';

/** Recorded paths as a tree: common beginnings are stored once. */
export type PathTreeData = {
  readonly pathEvents: readonly PathEvent[];
  readonly activeStates: readonly (readonly string[])[];
  readonly moments: readonly AtlasMoment[];
};

const START_MOMENT: AtlasMoment = [-1, -1, -1];

/** Ids of the states that are active at a moment. */
export const activeStatesAt = (
  { moments, activeStates }: Pick<PathTreeData, 'moments' | 'activeStates'>,
  moment: number,
): readonly string[] => activeStates[(moments[moment] ?? START_MOMENT)[2]] ?? [];

/** The events on the path to a moment. */
export function pathEventsTo(
  tree: Pick<PathTreeData, 'moments' | 'pathEvents'>,
  moment: number,
): readonly PathEvent[] {
  const [before, index] = tree.moments[moment] ?? START_MOMENT;
  const last = tree.pathEvents[index];
  return [...(before < 0 ? [] : pathEventsTo(tree, before)), ...(last ? [last] : [])];
}

/** Runs a path. @returns the active states at its start and after each event */
type RunPath = (pathEvents: readonly PathEvent[]) => readonly (readonly string[])[];

/** Stores equal values once. */
class ValueTable<Value> {
  readonly values: Value[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(value: Value): number {
    const text = JSON.stringify(value);
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Records paths in a tree. */
export class PathTree implements PathTreeData {
  readonly moments: AtlasMoment[] = [];
  readonly #pathEvents = new ValueTable<PathEvent>();
  readonly #activeStates = new ValueTable<readonly string[]>();
  readonly #known = new Map<string, number>();
  readonly #run: RunPath;

  constructor(run: RunPath) {
    this.#run = run;
  }

  get pathEvents(): readonly PathEvent[] {
    return this.#pathEvents.values;
  }

  get activeStates(): readonly (readonly string[])[] {
    return this.#activeStates.values;
  }

  /** Stores an event. @returns its index */
  indexOf(pathEvent: PathEvent): number {
    return this.#pathEvents.indexOf(pathEvent);
  }

  /** Runs a path, unless it is known, and stores it. @returns the index of its last moment */
  record(pathEvents: readonly PathEvent[]): number {
    const known = this.#find(pathEvents);
    if (known !== undefined) return known;
    const states = this.#run(pathEvents);
    const start = this.#add(-1, -1, states[0] ?? []);
    return pathEvents.reduce(
      (before, pathEvent, index) => this.#add(before, this.indexOf(pathEvent), states[index + 1] ?? []),
      start,
    );
  }

  #find(pathEvents: readonly PathEvent[]): number | undefined {
    return pathEvents.reduce<number | undefined>(
      (before, pathEvent) =>
        before === undefined ? undefined : this.#known.get(`${before} ${this.indexOf(pathEvent)}`),
      this.#known.get('-1 -1'),
    );
  }

  #add(before: number, pathEvent: number, states: readonly string[]): number {
    const key = `${before} ${pathEvent}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const moment = this.moments.push([before, pathEvent, this.#activeStates.indexOf(states)]) - 1;
    this.#known.set(key, moment);
    return moment;
  }
}
