/** The real clock and its timers. */
export type RealClock = {
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  readonly setTimeout: (fire: () => void, ms: number) => number;
  readonly clearTimeout: (id: number) => void;
};

type Timer = {
  readonly fire: () => void;
  /** The time of the jumping clock at which the timer fires, in epoch milliseconds. */
  readonly dueAt: number;
  /** The id of the timer of the real clock. */
  readonly realTimerId: number;
};

/** Advances another clock, such as the server's clock, by `ms` milliseconds. */
type AdvanceOtherClock = (ms: number) => Promise<void>;

/** The clock of the portal under `npm run dev`. It runs like the real clock, and can be advanced. */
export class JumpingClock {
  readonly #real: RealClock;
  readonly #timers = new Map<number, Timer>();
  #ahead: number;
  #lastId = 0;
  #lastJump: Promise<void> = Promise.resolve();

  /** @param ahead the initial difference from the real clock, in milliseconds */
  constructor(real: RealClock, ahead = 0) {
    this.#real = real;
    this.#ahead = ahead;
  }

  /** The time of this clock minus the real time, in milliseconds. */
  get ahead(): number {
    return this.#ahead;
  }

  /** Returns the time of this clock in epoch milliseconds. */
  readonly now = (): number => this.#real.now() + this.#ahead;

  setTimeout(fire: () => void, timeout: number): number {
    this.#lastId += 1;
    this.#schedule(this.#lastId, fire, this.now() + timeout);
    return this.#lastId;
  }

  clearTimeout(id: number): void {
    const timer = this.#timers.get(id);
    if (!timer) return;
    this.#real.clearTimeout(timer.realTimerId);
    this.#timers.delete(id);
  }

  /**
   * Advances the clock by `ms` milliseconds without waiting. The clock stops at each timer that becomes due, so that
   * timers fire in order and read the time at which they are due. After each timer, the tasks that it has started run.
   * Calls over the network take real time.
   * @param advanceOtherClock called before each step of the clock
   */
  jump(ms: number, advanceOtherClock: AdvanceOtherClock = async () => undefined): Promise<void> {
    const jump = this.#lastJump.then(() => this.#jump(ms, advanceOtherClock));
    this.#lastJump = jump.catch(() => undefined);
    return jump;
  }

  #schedule(id: number, fire: () => void, dueAt: number): void {
    const realTimerId = this.#real.setTimeout(() => this.#fire(id), dueAt - this.now());
    this.#timers.set(id, { fire, dueAt, realTimerId });
  }

  #fire(id: number): void {
    const timer = this.#timers.get(id);
    this.clearTimeout(id);
    timer?.fire();
  }

  /** The first timer that fires until `end`; undefined if no timer fires until then. */
  #firstDueBy(end: number): { readonly id: number; readonly dueAt: number } | undefined {
    return [...this.#timers]
      .map(([id, { dueAt }]) => ({ id, dueAt }))
      .filter(({ dueAt }) => dueAt <= end)
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)[0];
  }

  async #jump(ms: number, advanceOtherClock: AdvanceOtherClock): Promise<void> {
    const end = this.now() + ms;
    let hasReachedEnd = false;
    while (!hasReachedEnd) {
      const firstTimer = this.#firstDueBy(end);
      await this.#step((firstTimer?.dueAt ?? end) - this.now(), advanceOtherClock);
      if (firstTimer) this.#fire(firstTimer.id);
      hasReachedEnd = !firstTimer;
      // A real timer lets the tasks run that the fired timer has started.
      await new Promise<void>((resolve) => this.#real.setTimeout(resolve, 0));
    }
  }

  async #step(ms: number, advanceOtherClock: AdvanceOtherClock): Promise<void> {
    if (ms <= 0) return;
    await advanceOtherClock(ms);
    this.#ahead += ms;
    for (const [id, { fire, dueAt, realTimerId }] of [...this.#timers]) {
      this.#real.clearTimeout(realTimerId);
      this.#schedule(id, fire, dueAt);
    }
  }
}
