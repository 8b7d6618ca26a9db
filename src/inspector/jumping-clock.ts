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

/** The clock of the portal's actors in development: it goes like the real one, and can be sent ahead. */
export class JumpingClock {
  readonly #real: Ticker;
  readonly #timers = new Map<number, Timer>();
  #ahead: number;
  #lastId = 0;
  #jumping: Promise<void> = Promise.resolve();

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
    this.#arm(this.#lastId, fire, this.now() + timeout);
    return this.#lastId;
  }

  clearTimeout(id: number): void {
    const timer = this.#timers.get(id);
    if (!timer) return;
    this.#real.clearTimeout(timer.realTimerId);
    this.#timers.delete(id);
  }

  /**
   * Advances the clock by `ms` milliseconds at once. Due timers fire in order and at their time, each followed by the
   * tasks it starts. Network answers still take real time.
   */
  jump(ms: number, along: FollowClock = async () => undefined): Promise<void> {
    const jumped = this.#jumping.then(() => this.#jump(ms, along));
    this.#jumping = jumped.catch(() => undefined);
    return jumped;
  }

  #arm(id: number, fire: () => void, due: number): void {
    const waker = this.#real.setTimeout(() => this.#fire(id), due - this.now());
    this.#timers.set(id, { fire, dueAt: due, realTimerId: waker });
  }

  #fire(id: number): void {
    const timer = this.#timers.get(id);
    this.clearTimeout(id);
    timer?.fire();
  }

  /** The timer that fires first, among those that are due by then. */
  #firstBy(end: number): { readonly id: number; readonly due: number } | undefined {
    return [...this.#timers]
      .map(([id, { dueAt }]) => ({ id, due: dueAt }))
      .filter(({ due }) => due <= end)
      .sort((a, b) => a.due - b.due || a.id - b.id)[0];
  }

  async #jump(ms: number, along: FollowClock): Promise<void> {
    const end = this.now() + ms;
    let isOver = false;
    while (!isOver) {
      const first = this.#firstBy(end);
      await this.#step((first?.due ?? end) - this.now(), along);
      if (first) this.#fire(first.id);
      isOver = !first;
      await new Promise<void>((resolve) => this.#real.setTimeout(resolve, 0));
    }
  }

  async #step(ms: number, along: FollowClock): Promise<void> {
    if (ms <= 0) return;
    await along(ms);
    this.#ahead += ms;
    for (const [id, { fire, dueAt, realTimerId }] of [...this.#timers]) {
      this.#real.clearTimeout(realTimerId);
      this.#arm(id, fire, dueAt);
    }
  }
}
