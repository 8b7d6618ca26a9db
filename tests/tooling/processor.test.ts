import { spawnSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { budgetOutcome } from '#tools/test/budget.ts';
import { browserSeconds, countProcessor, familySeconds, processorSecondsIn } from '#tools/test/processor.ts';
import { runStages } from '#tools/test/stages.ts';

const BUSY_PROGRAM =
  'const until = 100_000; while (process.cpuUsage().user < until); console.log(process.cpuUsage().user)';

const useProcessor = (): number =>
  Number(spawnSync(process.execPath, ['--eval', BUSY_PROGRAM], { encoding: 'utf8' }).stdout) / 1_000_000;

test('the processor time of a process and all child processes is read for any program name', () => {
  const before = '7 (a) b (c) S 1 7 7 0 -1 4194560 100 200 3 4';
  expect(processorSecondsIn(`${before} 1 20 300 4000 20 0 11 0 99`)).toBe(43.21);
});

test('the processor time of an ended child is counted, if the system reports it', () => {
  const end = countProcessor();
  const used = useProcessor();
  const countedSeconds = end();
  expect(used).toBeGreaterThanOrEqual(0.1);
  if (process.platform !== 'linux') return expect(countedSeconds).toBeNull();
  // Each of the four times is rounded down to a hundredth of a second.
  expect(countedSeconds).toBeGreaterThan(used - 0.05);
});

test('each browser process below a process is counted, and a family is a process and all descendants', () => {
  const running = [
    { pid: 2, command: 'node test', stat: '2 (node) S 1 0 0 0 0 0 0 0 0 0 500 0 0 0' },
    { pid: 3, command: 'chrome --headless', stat: '3 (chrome) S 2 0 0 0 0 0 0 0 0 0 500 0 0 0' },
    { pid: 4, command: 'chrome --type=zygote', stat: '4 (chrome) S 3 0 0 0 0 0 0 0 0 0 1 2 300 0' },
    { pid: 5, command: 'chrome --type=renderer', stat: '5 (chrome) R 4 0 0 0 0 0 0 0 0 0 123 45 0 0' },
    { pid: 9, command: 'chrome --type=renderer', stat: '9 (chrome) R 8 0 0 0 0 0 0 0 0 0 999 0 0 0' },
  ];
  expect(browserSeconds(running, 2)).toEqual([
    [4, 0.03],
    [5, 1.68],
  ]);
  expect(familySeconds(running, 3)).toBeCloseTo(9.71);
});

test.each([
  [114, 1],
  [116, 0],
])('for a run of %d s and a budget of 100 units of one second, %d outcome passes', (seconds, passed) => {
  expect(budgetOutcome(seconds, 1, 100)).toMatchObject({ passed, failed: 1 - passed });
});

test('a run fails only above the budget, if the system reports processor time', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const run = async () => {
    useProcessor();
    return { passed: 1, failed: 0 };
  };
  const failures = async (budget: number) => {
    const outcomes = await runStages([[{ name: 'busy', run }]], 1, budget);
    return outcomes.reduce((sum, { failed }) => sum + failed, 0);
  };
  expect(await failures(1000)).toBe(0);
  expect(await failures(0.01)).toBe(process.platform === 'linux' ? 1 : 0);
});

test('the summary of a run shows the processor time of the steps', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const run = async () => {
    useProcessor();
    return { passed: 1, failed: 0 };
  };
  await runStages([[{ name: 'busy', run }]]);
  const summary = lines.find((line) => line.includes('summary')) ?? '';
  const printed = /, ([\d.]+) s of processor time ──$/.exec(summary);
  if (process.platform !== 'linux') return expect(printed).toBeNull();
  expect(Number(printed?.[1])).toBeGreaterThan(0.05);
});
