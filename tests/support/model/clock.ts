import { SimulatedClock } from 'xstate';
import { settle } from '#tests/support/ports.ts';

/** The clock of a machine under test: only the test advances it. */
export class SteppedClock {
  readonly #clock = new SimulatedClock();
  /** When each timer that has not fired is due. */
  readonly #timers = new Map<number, number>();

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
    this.#timers.set(id, this.now() + timeout);
    return id;
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id);
    this.#clock.clearTimeout(id);
  }

  /**
   * Lets `ms` milliseconds pass and every due timer fire. A jump of a simulated clock would fire a repeated timer only
   * once, so the clock advances from one due timer to the next.
   */
  async advance(ms: number): Promise<void> {
    const end = this.now() + ms;
    while (this.now() < end) {
      const next = Math.min(end, ...[...this.#timers.values()].filter((due) => due > this.now()));
      this.#clock.increment(next - this.now());
      await settle();
    }
  }
}
