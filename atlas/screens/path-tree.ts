import type { AtlasMoment, PathEvent } from '#atlas/screens/types.ts';

/** Content of a paths. */
export type PathTreeData = {
  readonly pathEvents: readonly PathEvent[];
  readonly places: readonly (readonly string[])[];
  readonly moments: readonly AtlasMoment[];
};

/** Plays a path; returns the state of everything at its start and after each step. */
type Play = (pathEvents: readonly PathEvent[]) => readonly (readonly string[])[];

/** Stores equal values once. */
class Table<Value> {
  readonly values: Value[] = [];
  readonly #places = new Map<string, number>();

  place(value: Value): number {
    const text = JSON.stringify(value);
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.values.length);
    this.values.push(value);
    return this.values.length - 1;
  }
}

/** The paths of the atlas as one tree: common beginnings are stored once. */
export class PathTree {
  readonly moments: AtlasMoment[] = [];
  readonly #pathEvents = new Table<PathEvent>();
  readonly #places = new Table<readonly string[]>();
  readonly #known = new Map<string, number>();
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
  }

  /** A paths that is written: it plays nothing more. */
  static of({ pathEvents, places, moments }: PathTreeData): PathTree {
    const paths = new PathTree(() => {
      throw new Error('A path is played that is not on the paths');
    });
    for (const pathEvent of pathEvents) paths.#pathEvents.place(pathEvent);
    for (const place of places) paths.#places.place(place);
    for (const [before, pathEvent, place] of moments) paths.#add(before, pathEvent, places[place] ?? []);
    return paths;
  }

  get pathEvents(): readonly PathEvent[] {
    return this.#pathEvents.values;
  }

  get places(): readonly (readonly string[])[] {
    return this.#places.values;
  }

  /** @returns the number of a pathEvent. */
  note(pathEvent: PathEvent): number {
    return this.#pathEvents.place(pathEvent);
  }

  /** Ids of the states that are active at a moment. */
  activeStatesAt(moment: number): readonly string[] {
    return this.places[this.moments[moment]?.[2] ?? -1] ?? [];
  }

  /** Everything that has happened up to a moment. */
  pathTo(moment: number): readonly PathEvent[] {
    const [before, pathEvent] = this.moments[moment] ?? [-1, -1];
    const last = this.pathEvents[pathEvent];
    return [...(before < 0 ? [] : this.pathTo(before)), ...(last ? [last] : [])];
  }

  /** Plays a path, unless it is known, and writes it down. @returns the number of its last moment. */
  record(pathEvents: readonly PathEvent[]): number {
    const known = this.#find(pathEvents);
    if (known !== undefined) return known;
    const places = this.#play(pathEvents);
    const start = this.#add(-1, -1, places[0] ?? []);
    return pathEvents.reduce(
      (before, pathEvent, index) => this.#add(before, this.note(pathEvent), places[index + 1] ?? []),
      start,
    );
  }

  #find(pathEvents: readonly PathEvent[]): number | undefined {
    return pathEvents.reduce<number | undefined>(
      (before, pathEvent) =>
        before === undefined ? undefined : this.#known.get(`${before} ${this.note(pathEvent)}`),
      this.#known.get('-1 -1'),
    );
  }

  #add(before: number, pathEvent: number, place: readonly string[]): number {
    const key = `${before} ${pathEvent}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.moments.push([before, pathEvent, this.#places.place(place)]);
    this.#known.set(key, this.moments.length - 1);
    return this.moments.length - 1;
  }
}
