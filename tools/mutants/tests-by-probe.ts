import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';

/** A script that is preloaded into the tests. It declares the function that probes call, which writes to the file. */
const scriptFor = (file: string) => `
import { appendFileSync } from 'node:fs';
const written = new Set();
globalThis.reportReached = (probe) => {
  const test = globalThis.__vitest_worker__?.filepath ?? process.env.MUNJIGI_REACHED_BY;
  if (!test) return;
  process.env.MUNJIGI_REACHED_BY = test;
  const line = JSON.stringify([test, probe]);
  if (written.has(line)) return;
  written.add(line);
  appendFileSync(${JSON.stringify(file)}, line + '\\n');
};
`;

/** A line of the file: a test, and the ID of a probe that it has called. */
const lineSchema = v.tuple([v.string(), v.string()]);

/**
 * Runs tests in a copy of the project whose functions contain probes.
 * @returns the tests that called each probe, by the ID of the probe
 */
export async function testsByProbe(
  folder: string,
  tests: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const file = join(folder, 'reached.jsonl');
  const script = join(folder, 'report-reached.mjs');
  await writeFile(script, scriptFor(file));
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...tests],
    {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(script).href}` },
    },
  );
  await once(child, 'close');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const testsOfProbes = new Map<string, string[]>();
  for (const text of lines) {
    const [test, probe] = v.parse(lineSchema, JSON.parse(text));
    const path = relative(folder, test).split(sep).join('/');
    if (!testsOfProbes.get(probe)?.includes(path))
      testsOfProbes.set(probe, [...(testsOfProbes.get(probe) ?? []), path]);
  }
  return testsOfProbes;
}
