import type { Measured } from './measure.ts';

const at = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const ratio = (value: number, base: number): string => `${value.toFixed(1)} (${(value / base).toFixed(2)})`;

type Calls = Pick<Measured, 'name' | 'calls'>;

/** Each call in Markdown; in brackets the multiple of the first column. */
export function callsTable(measured: readonly Calls[]): string {
  const names = measured.map(({ name }) => name);
  const calls = [...(measured[0]?.calls.keys() ?? [])];
  const rows = calls.flatMap((call) =>
    [
      ['p50', 0.5],
      ['p99', 0.99],
    ].map(([told, share]) => {
      const values = measured.map((one) => at(one.calls.get(call) ?? [], Number(share)));
      return line([`${call}, ${told} ms`, ...values.map((value) => ratio(value, values[0] ?? value))]);
    }),
  );
  return [line(['', ...names]), line(['---', ...names.map(() => '--:')]), ...rows].join('\n');
}

/** The same with sign-ins a second. */
export function storageTables(measured: readonly Measured[]): string {
  const rates = (['withoutHash', 'withHash'] as const).map((kind) => {
    const values = measured.map(({ signInsPerSecond }) => signInsPerSecond[kind]);
    const told = kind === 'withHash' ? 'with the cost of hashing' : 'without it';
    return line([`sign-ins a second, ${told}`, ...values.map((value) => ratio(value, values[0] ?? value))]);
  });
  return [callsTable(measured), ...rates].join('\n');
}
