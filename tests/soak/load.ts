import { setTimeout } from 'node:timers/promises';
import { Person } from '#tests/support/cluster/person.ts';
import type { Cluster } from '#tests/support/cluster.ts';
import { KINDS, type Kind, personFor } from './kinds.ts';

export type Load = {
  /** The number of ended journeys of each kind. */
  readonly endedJourneys: ReadonlyMap<string, number>;
  /** The number of requests of all ended journeys. */
  readonly requests: () => number;
  /** Problems that a person would have seen. */
  readonly errors: readonly string[];
  /** Resolves when all started journeys have ended. */
  readonly finished: Promise<void>;
};

/** The kinds of the journeys of a round; journeys of the same kind are spread evenly over the round. */
const ROUND: readonly Kind[] = KINDS.flatMap((kind) =>
  Array.from({ length: kind.perRound }, (_, index) => ({ kind, position: (index + 0.5) / kind.perRound })),
)
  .toSorted((one, other) => one.position - other.position)
  .map(({ kind }) => kind);

/**
 * Starts journeys at a steady rate, without a wait for the end of earlier journeys.
 * @param perSecond the number of journeys that start per second
 * @param hasEnded whether no further journey starts
 */
export function startLoad(cluster: Cluster, perSecond: number, hasEnded: () => boolean): Load {
  const endedJourneys = new Map<string, number>();
  const errors: string[] = [];
  let requests = 0;
  const startedAt = performance.now();

  const runJourney = async (kind: Kind, index: number): Promise<void> => {
    const person = new Person(cluster.url, personFor(kind, index));
    const outcome = await kind.walk(person, cluster).catch((error: unknown) => error);
    const isExpected = outcome === (kind.isRefused ? null : person.userId);
    if (!isExpected || person.unansweredCount > 0) {
      const minute = (performance.now() - startedAt) / 60_000;
      const result = outcome instanceof Error ? outcome.message : JSON.stringify(outcome);
      errors.push(
        `minute ${minute.toFixed(1)}, ${kind.name}, ${person.userId}: ${result} ${person.problems.join('; ')}`,
      );
    }
    requests += person.requestCount;
    endedJourneys.set(kind.name, (endedJourneys.get(kind.name) ?? 0) + 1);
  };

  const run = async (): Promise<void> => {
    const journeys: Promise<void>[] = [];
    for (let index = 0; !hasEnded(); index += 1) {
      const startTime = startedAt + (index * 1_000) / perSecond;
      await setTimeout(Math.max(0, startTime - performance.now()));
      journeys.push(runJourney(ROUND[index % ROUND.length] as Kind, index));
    }
    await Promise.all(journeys);
  };

  return { endedJourneys, errors, requests: () => requests, finished: run() };
}
