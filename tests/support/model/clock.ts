import { SimulatedClock } from 'xstate';
import { settled } from '#tests/support/ports.ts';

/** A jump of a simulated clock fires a repeated timer once, so the clock goes in steps of this length. */
const STEP_MS = 100;

/** The clock of a machine under test: it goes only when a test says so. */
export class SteppedClock {
  readonly #clock = new SimulatedClock();
  readonly #timers = new Set<number>();

  /** How many timers are set and have not fired. */
  get timers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#clock.now();
  }

  setTimeout(fire: () => void, timeout: number): number {
    const id = this.#clock.setTimeout(() => {
      this.#timers.delete(id);
      fire();
    }, timeout);
    this.#timers.add(id);
    return id;
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id);
    this.#clock.clearTimeout(id);
  }

  /** Lets `ms` milliseconds pass, and everything happen that they bring. */
  async advance(ms: number): Promise<void> {
    const end = this.now() + ms;
    while (this.now() < end) {
      this.#clock.increment(Math.min(STEP_MS, end - this.now()));
      await settled();
    }
  }
}
