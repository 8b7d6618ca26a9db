import { readFileSync } from 'node:fs';

/** Clock ticks per second: the unit in which Linux counts the times of processes (proc_pid_stat(5)). */
const TICKS = 100;

/** Fields with the user and system time of the process and of its children that have ended (proc_pid_stat(5)). */
const TIMES = { first: 14, last: 17 };

/** Fields are counted from the third: the second, the name of the program, may hold spaces and brackets. */
const THIRD = 3;

/** Processor seconds of a process and of the children that it has waited for, from its line in /proc. */
export function processorSecondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(TIMES.first - THIRD, TIMES.last - THIRD + 1).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** Processor seconds of this process and its children so far; null where the system does not count those of children. */
export const processorSeconds = (): number | null =>
  process.platform === 'linux' ? processorSecondsIn(readFileSync('/proc/self/stat', 'utf8')) : null;
