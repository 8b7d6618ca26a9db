import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readOptions } from '#atlas/usage.ts';
import { cycloneDx } from '#tools/sbom/cyclonedx.ts';
import { deliveredIn, importedByPage } from '#tools/sbom/delivered.ts';

const { values } = readOptions('Usage: npm run sbom -- [--licences] [--out FILE]', () =>
  parseArgs({ options: { licences: { type: 'boolean', default: false }, out: { type: 'string' } } }),
);

const readJson = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));

const delivered = deliveredIn(readJson('package-lock.json'), importedByPage());

/** One line per package, ordered by licence. */
const licences = (): string =>
  delivered
    .map(({ name, version, licence, part }) => `${licence || 'none'}\t${name}@${version}\t${part}`)
    .sort()
    .map((line) => `${line}\n`)
    .join('');

const text = values.licences ? licences() : cycloneDx(readJson('package.json'), delivered);
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);
