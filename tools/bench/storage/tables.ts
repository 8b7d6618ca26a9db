import type { Costs } from './calls.ts';
import { BELOW_MAXIMUM, type CapacityRun, type FixedRate, type MaximumRate } from './capacity.ts';
import { type FormCosts, POSTS } from './forms.ts';
import type { SetUpResult } from './measure.ts';
import type { ServerFigures } from './server.ts';

const quantile = (values: readonly number[], fraction: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * fraction))
  ] ?? Number.NaN;

const P50 = 0.5;
const P99 = 0.99;

const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Writes a Markdown table: the first column contains texts, the other columns contain numbers. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [tableLine(head), tableLine(['---', ...head.slice(1).map(() => '--:')]), ...rows.map(tableLine)].join('\n');

/** A value, and in brackets its multiple of a base value. */
const withMultiple = (value: number, base: number, digits = 1): string =>
  `${value.toFixed(digits)} (${(value / base).toFixed(2)})`;

/** A row of values, each with its multiple of the first value. */
const rowWithMultiples = (label: string, values: readonly number[], digits = 1): readonly string[] => [
  label,
  ...values.map((value) => withMultiple(value, values[0] ?? value, digits)),
];

/** The mean processor time of a call, in milliseconds. */
const processorOf = (costs: Costs, call: string): number => {
  const cost = costs.get(call);
  return cost ? cost.processor / cost.times.length : Number.NaN;
};

/** The measured calls of a version of the portal. */
type VersionCosts = { readonly name: string; readonly costs: Costs };

/** A table of the calls of a sign-in at two versions; in brackets the multiple of the first version. */
export function versionComparisonTable(versions: readonly VersionCosts[]): string {
  const calls = [...(versions[0]?.costs.keys() ?? [])];
  const timesOf = (call: string, fraction: number): readonly number[] =>
    versions.map(({ costs }) => quantile(costs.get(call)?.times ?? [], fraction));
  const processor = (call: string) => versions.map(({ costs }) => processorOf(costs, call));
  const rows = calls.flatMap((call) => [
    rowWithMultiples(`${call}, p50 ms`, timesOf(call, P50)),
    rowWithMultiples(`${call}, p99 ms`, timesOf(call, P99)),
    rowWithMultiples(`${call}, processor ms`, processor(call), 2),
  ]);
  return table(['', ...versions.map(({ name }) => name)], rows);
}

/** A table of the calls of a sign-in, polls of pushes and sign-ins per second; a column for each set-up. */
export function storageTables(results: readonly SetUpResult[]): string {
  const calls = [...(results[0]?.calls.keys() ?? [])];
  const timesOf = (call: string, fraction: number): readonly number[] =>
    results.map((one) => quantile(one.calls.get(call) ?? [], fraction));
  const slowest = results.map(({ polls }) =>
    Math.max(...polls.filter((times) => times.length > 0).map((times) => quantile(times, P99))),
  );
  const perSecond = (kind: keyof SetUpResult['signInsPerSecond']) =>
    results.map(({ signInsPerSecond }) => signInsPerSecond[kind]);
  return table(
    ['', ...results.map(({ name }) => name)],
    [
      ...calls.flatMap((call) => [
        rowWithMultiples(`${call}, p50 ms`, timesOf(call, P50)),
        rowWithMultiples(`${call}, p99 ms`, timesOf(call, P99)),
      ]),
      rowWithMultiples('push check, p99 ms of the slowest process', slowest),
      rowWithMultiples('sign-ins a second, without hashing', perSecond('withoutHash')),
      rowWithMultiples('sign-ins a second, with the cost of hashing', perSecond('withHash')),
    ],
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MB`;

/** Tables of the calls, the memory and the start of one process. */
export function serverTables({
  cores,
  sequential,
  concurrent,
  firstAnswer,
  memory,
  sessions,
  pushes,
}: ServerFigures): string {
  const calls = [...sequential].map(([call, { times }]) => {
    const concurrentCost = concurrent.get(call);
    return [
      call,
      quantile(times, P50).toFixed(1),
      quantile(times, P99).toFixed(1),
      processorOf(sequential, call).toFixed(2),
      concurrentCost ? (concurrentCost.times.length / concurrentCost.seconds).toFixed(0) : '',
      quantile(concurrentCost?.times ?? [], P99).toFixed(1),
    ];
  });
  const count = (value: number): string => value.toLocaleString('en');
  const memoryUses = [
    ['started', memory.empty],
    [`${count(sessions)} sessions`, memory.sessions],
    [`and ${count(pushes)} waiting pushes`, memory.pushes],
  ] as const;
  return [
    table(
      [
        `one process, SQLite, ${cores} cores`,
        'p50 ms',
        'p99 ms',
        'processor ms',
        'a second, 8 at once',
        'their p99 ms',
      ],
      calls,
    ),
    table(
      ['holds', 'heap', 'memory of the process'],
      memoryUses.map(([label, { heap, resident }]) => [label, megabytes(heap), megabytes(resident)]),
    ),
    table(
      ['start to first answer', 'ms'],
      [
        ['with new data', firstAnswer.fresh.toFixed(0)],
        ['with existing data', firstAnswer.existing.toFixed(0)],
      ],
    ),
  ].join('\n\n');
}

/** A table of the costs of form posts; in brackets the multiple of the equivalent call. */
export function formTable({ posts, pages, calls, concurrency, concurrent }: FormCosts): string {
  const rows = POSTS.map(([post, call]) => {
    const callCost = call && processorOf(calls, call);
    const postCost = processorOf(posts, post);
    return [
      post,
      callCost ? callCost.toFixed(2) : '',
      callCost ? withMultiple(postCost, callCost, 2) : postCost.toFixed(2),
      processorOf(pages, post).toFixed(2),
      quantile(posts.get(post)?.times ?? [], P50).toFixed(1),
      concurrent.get(post)?.times.length ? quantile(concurrent.get(post)?.times ?? [], P99).toFixed(0) : '',
    ];
  });
  const head = ['posted', 'its call, processor ms', 'post', 'page after it', 'post, p50 ms'];
  return table([...head, `${concurrency} at once, p99 ms`], rows);
}

/** A table of whole sign-ins; a column for each set-up. */
export function capacityTable({ cores, load, capacities }: CapacityRun): string {
  const row = (label: string, figure: (one: CapacityRun['capacities'][number]) => string) => [
    label,
    ...capacities.map(figure),
  ];
  const p50AndP99 = (times: readonly number[]): string =>
    `${quantile(times, P50).toFixed(0)}; ${quantile(times, P99).toFixed(0)}`;
  const processor = ({ perSignIn: { server, database } }: MaximumRate): string =>
    `${server.toFixed(1)} + ${database.toFixed(1)}`;
  const perCore = ({ perSignIn: { server, database } }: MaximumRate): string =>
    (1000 / (server + database)).toFixed(1);
  const rates = ({ startedPerSecond, perSecond }: FixedRate): string =>
    `${startedPerSecond.toFixed(1)}; ${perSecond.toFixed(1)}`;
  const refused = ({ refusalTimes, times }: FixedRate): string =>
    refusalTimes.length === 0
      ? 'none'
      : `${((refusalTimes.length / (refusalTimes.length + times.length)) * 100).toFixed(0)} %; ${p50AndP99(refusalTimes)}; ${Math.max(...refusalTimes).toFixed(0)}`;
  const head = `whole sign-ins; ${cores} cores, load ${load.toFixed(1)} before`;
  return table(
    [head, ...capacities.map(({ name }) => name)],
    [
      row('a second, 8 at once', ({ atMaximum }) => atMaximum.perSecond.toFixed(1)),
      row('p50; p99 ms', ({ atMaximum }) => p50AndP99(atMaximum.times)),
      row('processor ms of server + database', ({ atMaximum }) => processor(atMaximum)),
      row('processor ms of the load generator', ({ atMaximum }) => atMaximum.perSignIn.generator.toFixed(1)),
      row('sign-ins for each second of processor time', ({ atMaximum }) => perCore(atMaximum)),
      row('without hashing: a second', ({ withoutHash }) => withoutHash?.perSecond.toFixed(1) ?? ''),
      row('without hashing: processor ms', ({ withoutHash }) => (withoutHash ? processor(withoutHash) : '')),
      row('already signed in, opens the service again, no other load: p50; p99 ms', ({ idleReopenTimes }) =>
        p50AndP99(idleReopenTimes),
      ),
      ...([`${BELOW_MAXIMUM} of the rate`, 'twice the rate'] as const).flatMap((name, index) => {
        const rateOf = (one: CapacityRun['capacities'][number]): FixedRate =>
          index === 0 ? one.belowMaximum : one.aboveMaximum;
        return [
          row(`${name}: begun; ended a second`, (one) => rates(rateOf(one))),
          row(`${name}: p50; p99 ms`, (one) => p50AndP99(rateOf(one).times)),
          row(`${name}: refused; ms until the refusal: p50; p99; maximum`, (one) => refused(rateOf(one))),
          row(`${name}: Retry-After`, (one) => [...rateOf(one).retryAfter].join(', ')),
          row(`${name}: already signed in, opens the service again: p50; p99 ms`, (one) =>
            p50AndP99(rateOf(one).reopenTimes),
          ),
          row(`${name}: already signed in, refused`, (one) => String(rateOf(one).refusedReopens)),
        ];
      }),
    ],
  );
}
