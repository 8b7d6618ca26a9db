import { readFileSync } from 'node:fs';

/** Of a second: what Linux counts the times of processes in, on every machine. */
const TICKS = 100;

/** The fields of the program's own time and of the children that have ended, in user and system mode (proc_pid_stat(5)). */
const TIMES = { first: 14, last: 17 };

/** Where the third field begins: the second, the name of the program, may have spaces and brackets. */
const THIRD = 3;

/** The processor seconds of a program and of all the children that it has waited for, as its line in /proc tells them. */
export function processorSecondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(TIMES.first - THIRD, TIMES.last - THIRD + 1).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** The processor seconds of this program and its children till now; null where the system does not tell those of children. */
export const processorSeconds = (): number | null =>
  process.platform === 'linux' ? processorSecondsIn(readFileSync('/proc/self/stat', 'utf8')) : null;
