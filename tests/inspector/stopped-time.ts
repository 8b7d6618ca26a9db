import type { RealClock } from '#src/inspector/jumping-clock.ts';

/** A stopped clock: due timers fire immediately, the others when a test advances the clock. */
export class StoppedTime implements RealClock {
  readonly #timers = new Map<number, { readonly fire: () => void; readonly due: number }>();
  #now: number;
  #lastId = 0;

  /** @param start epoch milliseconds */
  constructor(start: number) {
    this.#now = start;
  }

  /** How many timers are set and have not fired. */
  get timerCount(): number {
    return this.#timers.size;
  }

  readonly now = (): number => this.#now;

  readonly setTimeout = (fire: () => void, ms: number): number => {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#timers.set(id, { fire, due: this.#now + ms });
    if (ms <= 0) setImmediate(() => this.#fire(id));
    return id;
  };

  readonly clearTimeout = (id: number): void => {
    this.#timers.delete(id);
  };

  /** Advances the clock by milliseconds, and fires each timer at its time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (const [id, { due }] of [...this.#timers].sort(([, a], [, b]) => a.due - b.due)) {
      if (due > end) break;
      this.#now = Math.max(this.#now, due);
      this.#fire(id);
    }
    this.#now = end;
  }

  #fire(id: number): void {
    const timer = this.#timers.get(id);
    this.#timers.delete(id);
    timer?.fire();
  }
}
