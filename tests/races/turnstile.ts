import { AsyncLocalStorage } from 'node:async_hooks';
import { numbersOf } from './numbers.ts';

/** One of the two that are at work at once. */
type Party = {
  readonly letter: 'a' | 'b';
  /** Its next step, which is not allowed yet. */
  readonly waiting: (() => void)[];
  /** How many of its steps the database is at work on. */
  running: number;
  isOver: boolean;
};

type Meeting = {
  readonly parties: readonly [Party, Party];
  readonly below: (limit: number) => number;
  /** One in so many steps goes to the other party. */
  readonly stay: number;
  last: Party;
  order: string;
  watching: Promise<void> | null;
};

/** How long a party stays at its turn on average, in steps: from one by turns to one after the other. */
const STAYS = [2, 4, 8, 16] as const;

const newParty = (letter: Party['letter']): Party => ({ letter, waiting: [], running: 0, isOver: false });

export type Met = {
  readonly answers: readonly [unknown, unknown];
  /** Whose step each was, `a` or `b`, in the order in which they came to the database. */
  readonly order: string;
};

export type Turnstile = ReturnType<typeof turnstile>;

/**
 * Lets one step of two parties through at a time, whose is told by the seed: the next one comes when that step is
 * done, or waits in the database for the other party, and when the other party has come to its next step as well.
 * @param blocked how many steps wait in the database for another one to let go
 */
export function turnstile(blocked: () => Promise<number>) {
  const here = new AsyncLocalStorage<{ readonly meeting: Meeting; readonly party: Party }>();

  const running = ({ parties: [a, b] }: Meeting): number => a.running + b.running;

  const isAtWork = ({ isOver, waiting, running: steps }: Party): boolean =>
    !isOver && waiting.length === 0 && steps === 0;

  const letThrough = (meeting: Meeting): void => {
    // What a party asks at once goes one after the other over its connection.
    const able = meeting.parties.filter(({ waiting, running: steps }) => waiting.length > 0 && steps === 0);
    if (able.length === 0 || meeting.parties.some(isAtWork)) return;
    const goesOn = able.includes(meeting.last) && meeting.below(meeting.stay) > 0;
    const next = goesOn ? meeting.last : able.find((party) => party !== meeting.last);
    meeting.last = next ?? meeting.last;
    meeting.order += meeting.last.letter;
    meeting.last.running += 1;
    meeting.last.waiting.shift()?.();
  };

  const isWanted = (meeting: Meeting): boolean =>
    running(meeting) > 0 && meeting.parties.some(({ waiting }) => waiting.length > 0);

  const watch = async (meeting: Meeting): Promise<void> => {
    while (isWanted(meeting)) {
      const held = await blocked();
      if (isWanted(meeting) && held >= running(meeting)) letThrough(meeting);
    }
    meeting.watching = null;
  };

  const look = (meeting: Meeting): void => {
    if (running(meeting) === 0) letThrough(meeting);
    if (isWanted(meeting)) meeting.watching ??= watch(meeting);
  };

  return {
    /** Waits for the turn of who works here; gives what ends the step. Outside a meeting nobody waits. */
    async enter(): Promise<() => void> {
      const store = here.getStore();
      if (!store) return () => undefined;
      const { meeting, party } = store;
      await new Promise<void>((resolve) => {
        party.waiting.push(resolve);
        look(meeting);
      });
      let isDone = false;
      return () => {
        if (isDone) return;
        isDone = true;
        party.running -= 1;
        look(meeting);
      };
    },
    /** Lets two meet in the order of this seed. */
    async meet(seed: number, one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<Met> {
      const below = numbersOf(seed);
      const parties = [newParty('a'), newParty('b')] as const;
      const meeting: Meeting = {
        parties,
        below,
        stay: STAYS[below(STAYS.length)] ?? 2,
        last: parties[below(2)] ?? parties[0],
        order: '',
        watching: null,
      };
      const take = async (party: Party, work: () => Promise<unknown>): Promise<unknown> => {
        try {
          return await here.run({ meeting, party }, work);
        } finally {
          party.isOver = true;
          look(meeting);
        }
      };
      const answers = await Promise.all([take(parties[0], one), take(parties[1], other)]);
      await meeting.watching;
      return { answers, order: meeting.order };
    },
  };
}
