import { SimulatedClock } from 'xstate';
import { settle } from '#tests/support/ports.ts';

/** The clock of a machine under test: only the test advances it. */
export class SteppedClock {
  readonly #clock = new SimulatedClock();
  /** The time at which each timer that has not fired is due. */
  readonly #dueTimes = new Map<number, number>();

  /** The number of timers that are set and have not fired. */
  get timerCount(): number {
    return this.#dueTimes.size;
  }

  now(): number {
    return this.#clock.now();
  }

  setTimeout(fire: () => void, timeout: number): number {
    const id = this.#clock.setTimeout(() => {
      this.#dueTimes.delete(id);
      fire();
    }, timeout);
    this.#dueTimes.set(id, this.now() + timeout);
    return id;
  }

  clearTimeout(id: number): void {
    this.#dueTimes.delete(id);
    this.#clock.clearTimeout(id);
  }

  /**
   * Lets `ms` milliseconds pass and every due timer fire. A jump of a simulated clock would fire a repeated timer only
   * once, so the clock advances from one due timer to the next.
   */
  async advance(ms: number): Promise<void> {
    const end = this.now() + ms;
    while (this.now() < end) {
      const next = Math.min(end, ...[...this.#dueTimes.values()].filter((due) => due > this.now()));
      this.#clock.increment(next - this.now());
      await settle();
    }
  }
}
