import type { AtlasMoment, Happening } from '#atlas/screens/types.ts';

/** Content of a tape. */
export type Taped = {
  readonly happenings: readonly Happening[];
  readonly places: readonly (readonly string[])[];
  readonly moments: readonly AtlasMoment[];
};

/** Plays a path; returns the state of everything at its start and after each step. */
type Play = (happenings: readonly Happening[]) => readonly (readonly string[])[];

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
export class Tape {
  readonly moments: AtlasMoment[] = [];
  readonly #happenings = new Table<Happening>();
  readonly #places = new Table<readonly string[]>();
  readonly #known = new Map<string, number>();
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
  }

  /** A tape that is written: it plays nothing more. */
  static of({ happenings, places, moments }: Taped): Tape {
    const tape = new Tape(() => {
      throw new Error('A path is played that is not on the tape');
    });
    for (const happening of happenings) tape.#happenings.place(happening);
    for (const place of places) tape.#places.place(place);
    for (const [before, happening, place] of moments) tape.#add(before, happening, places[place] ?? []);
    return tape;
  }

  get happenings(): readonly Happening[] {
    return this.#happenings.values;
  }

  get places(): readonly (readonly string[])[] {
    return this.#places.values;
  }

  /** @returns the number of a happening. */
  note(happening: Happening): number {
    return this.#happenings.place(happening);
  }

  /** Ids of the states that are active at a moment. */
  placeAt(moment: number): readonly string[] {
    return this.places[this.moments[moment]?.[2] ?? -1] ?? [];
  }

  /** Everything that has happened up to a moment. */
  pathTo(moment: number): readonly Happening[] {
    const [before, happening] = this.moments[moment] ?? [-1, -1];
    const last = this.happenings[happening];
    return [...(before < 0 ? [] : this.pathTo(before)), ...(last ? [last] : [])];
  }

  /** Plays a path, unless it is known, and writes it down. @returns the number of its last moment. */
  record(happenings: readonly Happening[]): number {
    const known = this.#find(happenings);
    if (known !== undefined) return known;
    const places = this.#play(happenings);
    const start = this.#add(-1, -1, places[0] ?? []);
    return happenings.reduce(
      (before, happening, index) => this.#add(before, this.note(happening), places[index + 1] ?? []),
      start,
    );
  }

  #find(happenings: readonly Happening[]): number | undefined {
    return happenings.reduce<number | undefined>(
      (before, happening) =>
        before === undefined ? undefined : this.#known.get(`${before} ${this.note(happening)}`),
      this.#known.get('-1 -1'),
    );
  }

  #add(before: number, happening: number, place: readonly string[]): number {
    const key = `${before} ${happening}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.moments.push([before, happening, this.#places.place(place)]);
    this.#known.set(key, this.moments.length - 1);
    return this.moments.length - 1;
  }
}
