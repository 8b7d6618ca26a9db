import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readOptions } from '#atlas/usage.ts';
import { writeRelease } from '#tools/release/write-release.ts';
import { buildPortal } from '#tools/vite/build-portal.ts';

const ROOT = join(import.meta.dirname, '..');

const { values } = readOptions(
  'Usage: npm run release -- [--out FOLDER]\n\nWrites the portal for production as a folder and an archive.',
  () => parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'release') } } }),
);

const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const folder = join(values.out, 'munjigi');
const archive = join(values.out, `munjigi-${version}.tar.gz`);

await buildPortal(ROOT);
writeRelease({ root: ROOT, site: join(ROOT, 'dist'), folder });
execFileSync('tar', ['-czf', archive, '-C', dirname(folder), 'munjigi']);
console.log(`${folder}\n${archive} (${(statSync(archive).size / 1e6).toFixed(1)} MB)`);
