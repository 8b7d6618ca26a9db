import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writePackage } from '#tools/atlas/package.ts';

const PACKAGE_FOLDER = join(import.meta.dirname, '..', 'dist-atlas-package');

writePackage(PACKAGE_FOLDER);
const name = execFileSync('npm', ['pack', '--silent'], { cwd: PACKAGE_FOLDER, encoding: 'utf8' }).trim();
console.log(`The atlas as a package: ${join(PACKAGE_FOLDER, name)}`);
