import type { Load } from './load.ts';
import { MAX_GROWTH_PER_HOUR, memoryTrends, type Reading } from './memory.ts';
import { growingTables, type RowCounts } from './rows.ts';

export type SoakResult = {
  readonly minutes: number;
  readonly restarts: number;
  readonly load: Pick<Load, 'endedJourneys' | 'errors' | 'requests'>;
  readonly readings: readonly Reading[];
  readonly counts: readonly RowCounts[];
  /** Rows that should have been swept. */
  readonly overdue: readonly string[];
};

/** The maximum number of listed breaches of a law. */
const MAX_LISTED = 10;

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
const row = (label: string, value: string | number): string => `| ${label} | ${value} |`;

const reportLaw = (name: string, breaches: readonly string[]): readonly string[] =>
  breaches.length === 0
    ? []
    : [`${name}: ${breaches.length}`, ...breaches.slice(0, MAX_LISTED).map((line) => `  ${line}`)];

/** Returns a Markdown table of the results, and the broken laws with their breaches. */
export function summarize({ minutes, restarts, load, readings, counts, overdue }: SoakResult) {
  const trends = memoryTrends(readings);
  const maxima = new Map<string, number>();
  for (const { rows } of counts) {
    for (const [table, count] of rows) maxima.set(table, Math.max(count, maxima.get(table) ?? 0));
  }
  const largest = [...maxima].toSorted(([, one], [, other]) => other - one).slice(0, 8);
  const last = counts.at(-1)?.rows;
  const journeys = [...load.endedJourneys].toSorted();
  const table = [
    row('two portals on PostgreSQL', `${minutes} minutes, ${restarts} restarts`),
    row('---', '--:'),
    ...journeys.map(([name, count]) => row(name, count)),
    row('requests', load.requests()),
    row('problems that a person would have seen', load.errors.length),
    ...trends.map(({ portal, restart, from, to, resident, slope }) =>
      row(
        `heap of portal ${portal + 1} after restart ${restart}: first, last; resident; growth per hour`,
        `${megabytes(from)}, ${megabytes(to)}; ${megabytes(resident)}; ${megabytes(slope)} MB`,
      ),
    ),
    ...largest.map(([name, count]) => row(`rows of ${name}: maximum, last`, `${count}, ${last?.get(name)}`)),
    row('rows that should have been swept', overdue.length),
  ].join('\n');
  const brokenLaws = [
    ...reportLaw('Problems that a person would have seen', load.errors),
    ...reportLaw(
      'Memory grows',
      trends
        .filter(({ slope }) => slope > MAX_GROWTH_PER_HOUR)
        .map(
          ({ portal, restart, slope }) =>
            `portal ${portal + 1}, after restart ${restart}: ${megabytes(slope)} MB per hour`,
        ),
    ),
    ...reportLaw('Rows that should have been swept', overdue),
    ...reportLaw('Tables grow', minutes >= 30 ? growingTables(counts) : []),
  ];
  return { table, brokenLaws };
}
