import type { LibrarySize } from '#tools/bench/libraries.ts';
import type { LoadMedians } from '#tools/bench/loads.ts';
import { PAGE_TITLES } from '#tools/bench/pages.ts';
import type { PhoneTimes } from '#tools/bench/phone.ts';
import { PARTS, type PartMedians } from '#tools/bench/sign-in/measure.ts';
import type { Throughput } from '#tools/bench/throughput.ts';

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
/** The quotient of two numbers as text; empty if the second number is missing. */
const ratioOf = (one: number, other: number | undefined): string => (other ? (one / other).toFixed(2) : '');

/** Writes a Markdown table: the first column contains texts, the other columns contain numbers. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  );
};

/** A table of the first loads in one profile, compared with the pages `static` and `stack`. */
export const loadTable = (profile: string, loads: readonly LoadMedians[]): string => {
  const loadsOfProfile = loads.filter((load) => load.profile === profile);
  const loadOf = (page: LoadMedians['page']) => loadsOfProfile.find((load) => load.page === page);
  return table(
    [
      profile,
      'requests',
      'JS gzip kB',
      'JS brotli kB',
      'total kB',
      'typable ms',
      'answers ms',
      'hydrated ms',
      'long tasks ms',
      'typable x static',
      'typable x empty form',
      'answers x empty form',
    ],
    loadsOfProfile.map((load) => [
      PAGE_TITLES[load.page],
      String(load.weight.requests),
      kilobytes(load.weight.scriptGzip),
      kilobytes(load.weight.script),
      kilobytes(load.weight.total),
      load.typable.toFixed(0),
      load.responsive.toFixed(0),
      load.hydrated.toFixed(0),
      load.longTasks.toFixed(0),
      ratioOf(load.typable, loadOf('static')?.typable),
      ratioOf(load.typable, loadOf('stack')?.typable),
      ratioOf(load.responsive, loadOf('stack')?.responsive),
    ]),
  );
};

export const libraryTable = (sizes: readonly LibrarySize[]): string =>
  table(
    ['first chunk', 'adds, kB gzip'],
    sizes.map(({ name, bytes }) => [name, kilobytes(bytes)]),
  );

export const throughputTable = (throughputs: readonly Throughput[]): string =>
  table(
    ['throughput', 'per second'],
    throughputs.map(({ name, perSecond }) => [name, perSecond.toFixed(0)]),
  );

/** A table of the first loads of portal and app, and of the codes without network. */
export const phoneTable = ({ portal, app, codes }: PhoneTimes): string =>
  table(
    ['4x CPU', 'ms', 'x portal'],
    [
      ['the portal, first open on slow 4G', portal.toFixed(0), ''],
      ['the app, first open on slow 4G', app.toFixed(0), ratioOf(app, portal)],
      ['the codes, browser just started, no network', codes.toFixed(0), ''],
    ],
  );

/** A table of the parts of the sign-in in one profile, compared with the baseline. */
export const signInTable = (profile: string, medians: readonly PartMedians[]): string =>
  table(
    [profile, 'server', 'ms', 'x baseline', 'after the answer', 'requests', 'kB', 'round trips'],
    medians
      .filter((row) => row.profile === profile)
      .map(({ protocol, part, target, ms, ratio, paintMs, requests, bytes, roundTrips }) => [
        `${protocol}: ${PARTS[part]}`,
        target,
        ms.toFixed(0),
        ratio?.toFixed(2) ?? '',
        paintMs?.toFixed(0) ?? '',
        requests.toFixed(0),
        kilobytes(bytes),
        roundTrips.toFixed(0),
      ]),
  );
