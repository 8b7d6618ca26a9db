import { describe, expect, test } from 'vitest';
import { cycloneDx } from '#tools/sbom/cyclonedx.ts';
import { deliveredIn, importedByPage, type LockFile } from '#tools/sbom/delivered.ts';
import { projectFiles } from '#tools/source/project-files.ts';

/** Licences under which a company may distribute a package with other software. Other licences need a review. */
const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
]);

const read = (path: string) => JSON.parse(projectFiles(path)[0]?.text ?? '');
const lockFile: LockFile = read('package-lock.json');
const deliveredPackages = deliveredIn(lockFile, importedByPage());

const licenceProblems = (found: typeof deliveredPackages): string[] =>
  found.flatMap(({ name, licence }) =>
    ALLOWED_LICENCES.has(licence) ? [] : [`${name} is licensed by ${licence || 'nobody'}`],
  );

describe('the delivered packages', () => {
  test('have reviewed licences', () => {
    expect(licenceProblems(deliveredPackages)).toEqual([]);
  });

  test('include packages of the server and packages of the page', () => {
    const part = (name: string) => deliveredPackages.find((found) => found.name === name)?.part;
    expect({ hono: part('hono'), koa: part('koa'), react: part('react'), vitest: part('vitest') }).toEqual({
      hono: 'server',
      koa: 'server',
      react: 'page',
      vitest: undefined,
    });
  });

  test('are in the bill of materials with version, licence and hash', () => {
    const bill = JSON.parse(cycloneDx(read('package.json'), deliveredPackages));
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: { length: deliveredPackages.length },
    });
    for (const component of bill.components) {
      expect(component).toMatchObject({
        purl: expect.stringMatching(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/),
        licenses: [{ expression: expect.any(String) }],
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
      });
    }
  });
});

describe('the graph of the bill of materials', () => {
  const bill = JSON.parse(cycloneDx(read('package.json'), deliveredPackages));
  const root: string = bill.metadata.component['bom-ref'];
  const graph = new Map<string, readonly string[]>(
    bill.dependencies.map(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [ref, dependsOn]),
  );

  test('has each component once', () => {
    const components: string[] = bill.components.map(
      (component: { 'bom-ref': string }) => component['bom-ref'],
    );
    expect(new Set(components).size).toBe(components.length);
    expect(bill.dependencies.map(({ ref }: { ref: string }) => ref)).toEqual([root, ...components]);
  });

  test('contains exactly the components that the portal depends on', () => {
    const reached = new Set([root]);
    for (const one of reached) for (const next of graph.get(one) ?? []) reached.add(next);
    expect([...reached].toSorted()).toEqual([...graph.keys()].toSorted());
    for (const dependsOn of graph.values()) expect(new Set(dependsOn).size).toBe(dependsOn.length);
  });

  test('has dependencies and installed peer dependencies', () => {
    const dependenciesOf = (name: string) =>
      [...graph.entries()].find(([ref]) => ref.startsWith(`${name}@`))?.[1];
    const version = (name: string) => deliveredPackages.find((found) => found.name === name)?.version;
    expect(graph.get(root)).toContain(`hono@${version('hono')}`);
    expect(graph.get(root)).not.toContain(`koa@${version('koa')}`);
    expect(dependenciesOf('oidc-provider')).toContain(`koa@${version('koa')}`);
    expect(dependenciesOf('react-dom')).toContain(`react@${version('react')}`);
  });
});

test('deliveredIn finds nested packages, and a package without a licence is reported', () => {
  const packages = deliveredIn(
    {
      packages: {
        '': { dependencies: { a: '1.0.0' } },
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2' } },
        'node_modules/a/node_modules/b': { version: '2.0.0', license: 'GPL-3.0-only' },
        'node_modules/b': { version: '1.0.0', license: 'MIT' },
        'node_modules/@s/c': { version: '1.0.0' },
      },
    },
    ['@s/c'],
  );
  expect(packages.map(({ name, version, part }) => `${name}@${version} ${part}`)).toEqual([
    '@s/c@1.0.0 page',
    'a@1.0.0 server',
    'b@2.0.0 server',
  ]);
  expect(packages.map(({ isDirect, dependsOn }) => [isDirect, dependsOn])).toEqual([
    [true, []],
    [true, ['b@2.0.0']],
    [false, []],
  ]);
  expect(licenceProblems(packages)).toEqual(['@s/c is licensed by nobody', 'b is licensed by GPL-3.0-only']);
});
