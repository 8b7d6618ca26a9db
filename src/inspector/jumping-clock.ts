/** The source of time. */
export type Ticker = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly setTimeout: (fire: () => void, ms: number) => number;
  readonly clearTimeout: (id: number) => void;
};

type Timer = {
  readonly fire: () => void;
  /** Epoch milliseconds of this clock. */
  readonly dueAt: number;
  readonly realTimerId: number;
};

/** Called before each step, for other clocks that have to follow. */
type FollowClock = (ms: number) => Promise<void>;

/** The clock of the portal's actors in development: it runs like the real one, and can be advanced. */
export class JumpingClock {
  readonly #real: Ticker;
  readonly #timers = new Map<number, Timer>();
  #ahead: number;
  #lastId = 0;
  #lastJump: Promise<void> = Promise.resolve();

  /** @param ahead initial offset in milliseconds */
  constructor(real: Ticker, ahead = 0) {
    this.#real = real;
    this.#ahead = ahead;
  }

  /** Milliseconds that it is ahead of the real clock. */
  get ahead(): number {
    return this.#ahead;
  }

  /** Epoch milliseconds. */
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
   * Advances the clock by `ms` milliseconds immediately. Due timers fire in order and at their time, each followed by the
   * tasks it starts. Network answers still take real time.
   */
  jump(ms: number, followClock: FollowClock = async () => undefined): Promise<void> {
    const jump = this.#lastJump.then(() => this.#jump(ms, followClock));
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

  /** The timer that fires first, among those that are due by then. */
  #firstDueBy(end: number): { readonly id: number; readonly dueAt: number } | undefined {
    return [...this.#timers]
      .map(([id, { dueAt }]) => ({ id, dueAt }))
      .filter(({ dueAt }) => dueAt <= end)
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)[0];
  }

  async #jump(ms: number, followClock: FollowClock): Promise<void> {
    const end = this.now() + ms;
    let isOver = false;
    while (!isOver) {
      const first = this.#firstDueBy(end);
      await this.#step((first?.dueAt ?? end) - this.now(), followClock);
      if (first) this.#fire(first.id);
      isOver = !first;
      await new Promise<void>((resolve) => this.#real.setTimeout(resolve, 0));
    }
  }

  async #step(ms: number, followClock: FollowClock): Promise<void> {
    if (ms <= 0) return;
    await followClock(ms);
    this.#ahead += ms;
    for (const [id, { fire, dueAt, realTimerId }] of [...this.#timers]) {
      this.#real.clearTimeout(realTimerId);
      this.#schedule(id, fire, dueAt);
    }
  }
}
