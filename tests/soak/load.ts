import { setTimeout } from 'node:timers/promises';
import { Person } from '#tests/support/cluster/person.ts';
import type { Cluster } from '#tests/support/cluster.ts';
import { KINDS, type Kind, personFor } from './kinds.ts';

export type Load = {
  /** How many journeys of each kind have ended. */
  readonly endedJourneys: ReadonlyMap<string, number>;
  readonly requests: () => number;
  /** Problems that a person would have seen. */
  readonly errors: readonly string[];
  /** Resolves when all started journeys have ended. */
  readonly finished: Promise<void>;
};

/** The kinds of one round of journeys, spread evenly. */
const ROUND: readonly Kind[] = KINDS.flatMap((kind) =>
  Array.from({ length: kind.perRound }, (_, index) => ({ kind, position: (index + 0.5) / kind.perRound })),
)
  .toSorted((one, other) => one.position - other.position)
  .map(({ kind }) => kind);

/**
 * Starts journeys at a steady rate, without waiting for earlier ones.
 * @param perSecond journeys that start per second
 * @param hasEnded checked before each journey
 */
export function startLoad(cluster: Cluster, perSecond: number, hasEnded: () => boolean): Load {
  const endedJourneys = new Map<string, number>();
  const errors: string[] = [];
  let requests = 0;
  const startedAt = performance.now();

  const runJourney = async (kind: Kind, number: number): Promise<void> => {
    const person = new Person(cluster.url, personFor(kind, number));
    const outcome = await kind.walk(person, cluster).catch((error: unknown) => error);
    const isExpected = outcome === (kind.isRefused ? null : person.userId);
    if (!isExpected || person.unansweredCount > 0) {
      const second = (performance.now() - startedAt) / 1_000;
      const result = outcome instanceof Error ? outcome.message : JSON.stringify(outcome);
      errors.push(
        `minute ${(second / 60).toFixed(1)}, ${kind.name}, ${person.userId}: ${result} ${person.problems.join('; ')}`,
      );
    }
    requests += person.requestCount;
    endedJourneys.set(kind.name, (endedJourneys.get(kind.name) ?? 0) + 1);
  };

  const run = async (): Promise<void> => {
    const journeys: Promise<void>[] = [];
    for (let number = 0; !hasEnded(); number += 1) {
      const startTime = startedAt + (number * 1_000) / perSecond;
      await setTimeout(Math.max(0, startTime - performance.now()));
      journeys.push(runJourney(ROUND[number % ROUND.length] as Kind, number));
    }
    await Promise.all(journeys);
  };

  return { endedJourneys, errors, requests: () => requests, finished: run() };
}
