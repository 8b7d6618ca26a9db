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

const deliveredPackages = deliveredIn(readJson('package-lock.json'), importedByPage());

/** A line with licence, name and part for each package, ordered by licence. */
const licenceList = (): string =>
  deliveredPackages
    .map(({ name, version, licence, part }) => `${licence || 'none'}\t${name}@${version}\t${part}`)
    .sort()
    .map((line) => `${line}\n`)
    .join('');

const text = values.licences ? licenceList() : cycloneDx(readJson('package.json'), deliveredPackages);
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);
