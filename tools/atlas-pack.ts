import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writePackage } from '#tools/atlas/package.ts';

const FOLDER = join(import.meta.dirname, '..', 'dist-atlas-package');

writePackage(FOLDER);
const name = execFileSync('npm', ['pack', '--silent'], { cwd: FOLDER, encoding: 'utf8' }).trim();
console.log(`The atlas as a package: ${join(FOLDER, name)}`);
