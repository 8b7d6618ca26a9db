import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second. Linux counts the processor time of processes in clock ticks (proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;

/**
 * Numbers of the fields with the parent, and with the user and system time of the process and its ended children
 * (proc_pid_stat(5)).
 */
const FIELDS = { parent: 4, first: 14, lastOfOwn: 15, last: 17 };

/** Fields are counted from the third one, because the second, the program's name, may contain spaces and brackets. */
const FIRST_FIELD = 3;

const fieldsOf = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** Processor seconds in a line of /proc: the sum of the time fields up to the field `last`. */
const secondsUpTo = (stat: string, last: number): number =>
  fieldsOf(stat)
    .slice(FIELDS.first - FIRST_FIELD, last - FIRST_FIELD + 1)
    .reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;

/**
 * Processor seconds of a process and of its ended child processes.
 * @param stat the content of /proc/PID/stat
 */
export const processorSecondsIn = (stat: string): number => secondsUpTo(stat, FIELDS.last);

/** A running process. */
export type RunningProcess = {
  readonly pid: number;
  /** The content of /proc/PID/stat. */
  readonly stat: string;
  /** The command line. */
  readonly command: string;
};

const parentOf = ({ stat }: RunningProcess): number => Number(fieldsOf(stat)[FIELDS.parent - FIRST_FIELD]);

/** Matches the command lines of the child processes of Chromium, such as its processes for pages, GPU and network. */
const BROWSER_CHILD = /--type=/;

/** Returns a function that says whether a process descends from the process `ancestor`. */
function descentFrom(running: readonly RunningProcess[], ancestor: number): (pid: number) => boolean {
  const parents = new Map(running.map((each) => [each.pid, parentOf(each)]));
  const descends = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === ancestor || descends(parent));
  };
  return descends;
}

/** Processor seconds of a process and all its descendants, including ended processes. */
export function familySeconds(running: readonly RunningProcess[], ancestor: number): number {
  const descends = descentFrom(running, ancestor);
  return running
    .filter(({ pid }) => pid === ancestor || descends(pid))
    .reduce((sum, { stat }) => sum + processorSecondsIn(stat), 0);
}

/** The ID and the processor seconds of each child process of a browser that descends from the process `ancestor`. */
export function browserSeconds(
  running: readonly RunningProcess[],
  ancestor: number,
): readonly (readonly [pid: number, seconds: number])[] {
  const descends = descentFrom(running, ancestor);
  return running
    .filter(({ pid, command }) => BROWSER_CHILD.test(command) && descends(pid))
    .map(({ pid, stat }) => [pid, secondsUpTo(stat, FIELDS.lastOfOwn)]);
}

/** Reads a file of /proc; null when the process has ended. */
const readProcFile = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** All processes of this machine, on Linux. */
export const runningProcesses = (): readonly RunningProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readProcFile(`/proc/${name}/stat`);
      const command = readProcFile(`/proc/${name}/cmdline`);
      return stat === null || command === null ? [] : [{ pid: Number(name), stat, command }];
    });

/** Milliseconds between two readings of the times of browser processes. */
const POLL_INTERVAL_MS = 1000;

/**
 * Counts the processor seconds of this process and its descendants, from now on. Linux adds the time of an ended process
 * to its parent only if the parent waits for it, which Chromium does not always do; so the times of browser processes
 * are read at an interval.
 * @returns a function that ends the count and returns the seconds, or null on systems other than Linux
 */
export function countProcessor(): () => number | null {
  if (process.platform !== 'linux') return () => null;
  const now = () => processorSecondsIn(readFileSync('/proc/self/stat', 'utf8'));
  const before = now();
  const secondsByPid = new Map<number, number>();
  const poll = () => {
    for (const [pid, seconds] of browserSeconds(runningProcesses(), process.pid))
      secondsByPid.set(pid, seconds);
  };
  const timer = setInterval(poll, POLL_INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
    return now() - before + [...secondsByPid.values()].reduce((sum, seconds) => sum + seconds, 0);
  };
}
