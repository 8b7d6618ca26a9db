import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs a command; returns the exit code and the output. */
const run = (...args: string[]): Promise<readonly [code: number | null, output: string]> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_error, out, err) =>
      resolve([child.exitCode, out + err]),
    );
  });

test.each([
  [['atlas/cli.ts', 'diff'], 2, 'munjigi-atlas diff <git revision>'],
  [['atlas/cli.ts', 'diff', '--help'], 0, 'munjigi-atlas diff <git revision>'],
  [['atlas/cli.ts', 'check', '--project', 'tests'], 2, 'There is no atlas.config.ts in'],
  [['tools/walks.ts', '--help'], 0, 'npm run walks --'],
  [['tools/walks.ts', '--nothing'], 2, 'npm run walks --'],
] as const)(
  'the command %j exits with %i and prints the usage without a stack trace',
  async (args, code, usage) => {
    const [exitCode, output] = await run(...args);
    expect([exitCode, output]).toEqual([code, expect.stringContaining(usage)]);
    expect(output).not.toMatch(/\n\s+at /);
  },
);
