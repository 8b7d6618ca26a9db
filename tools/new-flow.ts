import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entriesFor } from './new-flow/entries.ts';
import { namesOf } from './new-flow/names.ts';
import { skeletonOf } from './new-flow/skeleton.ts';

const ROOT = join(import.meta.dirname, '..');

/** Writes the skeleton of a flow, and adds it to the files that list all flows. */
function writeFlow(name: string): void {
  const names = namesOf(name);
  const skeleton = skeletonOf(names);
  const existing = [...skeleton.keys()].find((path) => existsSync(join(ROOT, path)));
  if (existing) throw new Error(`${existing} exists already`);
  const entries = entriesFor(names, (path) => readFileSync(join(ROOT, path), 'utf8'));
  for (const [path, text] of [...skeleton, ...entries]) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    process.stdout.write(`${entries.has(path) ? 'changed' : 'new    '} ${path}\n`);
  }
  process.stdout.write(
    `\nIts address is /${name}. Next: npm run format, npm run charts, npm run test:quick.\n`,
  );
}

try {
  writeFlow(process.argv[2] ?? '');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
