import type { AtlasMoment, PathEvent } from '#atlas/screens/types.ts';

/** Recorded paths as a tree, in which common beginnings of paths are stored only once. */
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

/** The events of the path from the start to a moment. */
export function pathEventsTo(
  tree: Pick<PathTreeData, 'moments' | 'pathEvents'>,
  moment: number,
): readonly PathEvent[] {
  const [before, index] = tree.moments[moment] ?? START_MOMENT;
  const last = tree.pathEvents[index];
  return [...(before < 0 ? [] : pathEventsTo(tree, before)), ...(last ? [last] : [])];
}

/** Runs a path. Returns the active states at the start of the path and after each event. */
type RunPath = (pathEvents: readonly PathEvent[]) => readonly (readonly string[])[];

/** A list of values in which equal values are stored only once. */
class ValueTable<Value> {
  readonly values: Value[] = [];
  readonly #indexes = new Map<string, number>();

  /** Stores a value if it is new, and returns its index. */
  indexOf(value: Value): number {
    const text = JSON.stringify(value);
    const existingIndex = this.#indexes.get(text);
    if (existingIndex !== undefined) return existingIndex;
    this.#indexes.set(text, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Records paths in a tree. */
export class PathTree implements PathTreeData {
  readonly moments: AtlasMoment[] = [];
  readonly #pathEvents = new ValueTable<PathEvent>();
  readonly #activeStates = new ValueTable<readonly string[]>();
  /** Indexes of moments, by the index of the moment before and the index of the event. */
  readonly #momentIndexes = new Map<string, number>();
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

  /** Stores an event if it is new, and returns its index. */
  indexOf(pathEvent: PathEvent): number {
    return this.#pathEvents.indexOf(pathEvent);
  }

  /** Runs and stores a path, unless it is stored already. Returns the index of its last moment. */
  record(pathEvents: readonly PathEvent[]): number {
    const existingMoment = this.#find(pathEvents);
    if (existingMoment !== undefined) return existingMoment;
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
        before === undefined ? undefined : this.#momentIndexes.get(`${before} ${this.indexOf(pathEvent)}`),
      this.#momentIndexes.get('-1 -1'),
    );
  }

  #add(before: number, pathEvent: number, states: readonly string[]): number {
    const key = `${before} ${pathEvent}`;
    const existingMoment = this.#momentIndexes.get(key);
    if (existingMoment !== undefined) return existingMoment;
    const moment = this.moments.push([before, pathEvent, this.#activeStates.indexOf(states)]) - 1;
    this.#momentIndexes.set(key, moment);
    return moment;
  }
}
