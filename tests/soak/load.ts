import { setTimeout } from 'node:timers/promises';
import { Person } from '#tests/support/cluster/person.ts';
import type { Cluster } from '#tests/support/cluster.ts';
import { KINDS, type Kind, personFor } from './kinds.ts';

export type Load = {
  /** How many journeys of each kind came to their end. */
  readonly done: ReadonlyMap<string, number>;
  readonly requests: () => number;
  /** What a person would have seen that is not as it should be. */
  readonly errors: readonly string[];
  /** Resolves when everybody is done who has begun. */
  readonly over: Promise<void>;
};

/** The kinds by turns, each as often as its share says. */
const ROUND: readonly Kind[] = KINDS.flatMap((kind) =>
  Array.from({ length: kind.share }, (_, index) => ({ kind, at: (index + 0.5) / kind.share })),
)
  .toSorted((one, other) => one.at - other.at)
  .map(({ kind }) => kind);

/**
 * Lets people come, at a steady pace, whether or not those before them are done.
 * @param perSecond how many come in a second
 * @param isOver asked before each of them
 */
export function startLoad(cluster: Cluster, perSecond: number, isOver: () => boolean): Load {
  const done = new Map<string, number>();
  const errors: string[] = [];
  let requests = 0;
  const startedAt = performance.now();

  const come = async (kind: Kind, turn: number): Promise<void> => {
    const person = new Person(cluster.url, personFor(kind, turn));
    const outcome = await kind.walk(person, cluster).catch((error: unknown) => error);
    const isRight = outcome === (kind.isRefused ? null : person.userId);
    if (!isRight || person.unansweredCount > 0) {
      const second = (performance.now() - startedAt) / 1_000;
      const what = outcome instanceof Error ? outcome.message : JSON.stringify(outcome);
      errors.push(
        `minute ${(second / 60).toFixed(1)}, ${kind.name}, ${person.userId}: ${what} ${person.problems.join('; ')}`,
      );
    }
    requests += person.requestCount;
    done.set(kind.name, (done.get(kind.name) ?? 0) + 1);
  };

  const run = async (): Promise<void> => {
    const under: Promise<void>[] = [];
    for (let turn = 0; !isOver(); turn += 1) {
      const due = startedAt + (turn * 1_000) / perSecond;
      await setTimeout(Math.max(0, due - performance.now()));
      under.push(come(ROUND[turn % ROUND.length] as Kind, turn));
    }
    await Promise.all(under);
  };

  return { done, errors, requests: () => requests, over: run() };
}
