import { describe, expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';

/** The versions of packages, by name. */
type Versions = Readonly<Record<string, string>>;
/** An entry of a lock file. */
type LockedPackage = {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Versions;
};
type LockFile = { readonly packages: Readonly<Record<string, LockedPackage>> };
type Manifest = {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
};

/** Describes binaries and hashes that are missing in a lock file. `npm ci` fails on systems that need a missing binary. */
const lockProblems = ({ packages }: LockFile): string[] => [
  ...Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
      )
      .map((name) => `${path || 'the project'} needs ${name}, which is not locked`),
  ),
  ...Object.entries(packages)
    .filter(
      ([path, { integrity, link }]) => path.includes('node_modules/') && !link && integrity === undefined,
    )
    .map(([path]) => `${path} is locked without a hash`),
];

const versionProblems = ({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))
    .map(([name, version]) => `${name} is required as ${version}, not as one exact version`);

const read = (path: string) => JSON.parse(projectFiles(path)[0]?.text ?? '');

describe('the packages of the project', () => {
  test('are locked for every platform, with their hashes', () => {
    expect(lockProblems(read('package-lock.json'))).toEqual([]);
  });

  test('have no install scripts', () => {
    const settings = projectFiles('.npmrc')[0]?.text.split('\n');
    expect(settings).toContain('ignore-scripts=true');
    // npm skips pre and post scripts, too.
    const scripts = Object.keys(read('package.json').scripts);
    expect(scripts.filter((name) => /^(pre|post)/.test(name))).toEqual([]);
  });

  test('are required in one exact version', () => {
    expect(versionProblems(read('package.json'))).toEqual([]);
  });
});

describe('the problems of packages', () => {
  const tool = {
    integrity: 'sha512-x',
    optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' },
  };
  const linux = { integrity: 'sha512-x' };

  test.each<[string, LockFile['packages'], string[]]>([
    [
      'a binary that is not locked',
      { 'node_modules/tool': tool, 'node_modules/tool-linux': linux },
      ['node_modules/tool needs tool-darwin, which is not locked'],
    ],
    ['a package without a hash', { 'node_modules/a': {} }, ['node_modules/a is locked without a hash']],
    [
      'no problem if each binary is locked',
      {
        'node_modules/tool': tool,
        'node_modules/tool-linux': linux,
        'node_modules/tool/node_modules/tool-darwin': linux,
      },
      [],
    ],
  ])('are found: %s', (_, packages, problems) => {
    expect(lockProblems({ packages })).toEqual(problems);
  });

  test.each(['^1.0.0', '~1.0.0', '1', 'latest', '*'])('include the version %s', (version) => {
    expect(versionProblems({ devDependencies: { tool: version } })).toEqual([
      `tool is required as ${version}, not as one exact version`,
    ]);
  });
});
