import type { Load } from './load.ts';
import { judged, MAX_AN_HOUR, type Reading } from './memory.ts';
import { type Count, growing } from './rows.ts';

export type Soaked = {
  readonly minutes: number;
  readonly restarts: number;
  readonly load: Pick<Load, 'done' | 'errors' | 'requests'>;
  readonly readings: readonly Reading[];
  readonly counts: readonly Count[];
  /** Rows that were found though they should have been swept. */
  readonly overdue: readonly string[];
};

/** How many of the errors of a kind are told. */
const MAX_LISTED = 10;

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
const row = (what: string, value: string | number): string => `| ${what} | ${value} |`;

const law = (name: string, breaches: readonly string[]): readonly string[] =>
  breaches.length === 0
    ? []
    : [`${name}: ${breaches.length}`, ...breaches.slice(0, MAX_LISTED).map((line) => `  ${line}`)];

/** A table in Markdown, and the laws that were broken, with how. */
export function verdict({ minutes, restarts, load, readings, counts, overdue }: Soaked) {
  const lives = judged(readings);
  const most = new Map<string, number>();
  for (const { rows } of counts) {
    for (const [table, count] of rows) most.set(table, Math.max(count, most.get(table) ?? 0));
  }
  const largest = [...most].toSorted(([, one], [, other]) => other - one).slice(0, 8);
  const last = counts.at(-1)?.rows;
  const journeys = [...load.done].toSorted();
  const table = [
    row('two portals on PostgreSQL', `${minutes} minutes, ${restarts} restarts`),
    row('---', '--:'),
    ...journeys.map(([name, count]) => row(name, count)),
    row('requests', load.requests()),
    row('what a person would have seen that is wrong', load.errors.length),
    ...lives.map(({ place, life, from, to, resident, slope }) =>
      row(
        `heap of portal ${place + 1} after restart ${life}: first, last; resident; rise in an hour`,
        `${megabytes(from)}, ${megabytes(to)}; ${megabytes(resident)}; ${megabytes(slope)} MB`,
      ),
    ),
    ...largest.map(([name, count]) => row(`rows of ${name}: most, last`, `${count}, ${last?.get(name)}`)),
    row('rows that stayed beyond their time', overdue.length),
  ].join('\n');
  const broken = [
    ...law('A person would have seen', load.errors),
    ...law(
      'Memory grows',
      lives
        .filter(({ slope }) => slope > MAX_AN_HOUR)
        .map(
          ({ place, life, slope }) =>
            `portal ${place + 1}, after restart ${life}: ${megabytes(slope)} MB an hour`,
        ),
    ),
    ...law('Rows stay that should have been swept', overdue),
    ...law('Tables grow', minutes >= 30 ? growing(counts) : []),
  ];
  return { table, broken };
}
