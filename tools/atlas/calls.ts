import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DECLARATION = /^(?:export )?(?:async )?(?:const|function) (\w+)/;
const PORT = /^ {2,6}(\w+): (?:from[A-Z]\w+|\w+Port)\b/;
const METHOD = /method: ([^,]+),/;
const PATH = /['`](\/[a-z][\w/{}-]*|\$\{[A-Z_]+\}[\w/{}-]*)['`]/g;

type Declarations = ReadonlyMap<string, string>;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Splits a source at the lines that match `begin`; returns each section by the name in its first line. */
function sectionsOf(source: string, begin: RegExp): Declarations {
  const sections = new Map<string, string>();
  let name: string | null = null;
  for (const line of source.split('\n')) {
    name = begin.exec(line)?.[1] ?? name;
    if (name !== null) sections.set(name, `${sections.get(name) ?? ''}${line}\n`);
  }
  return sections;
}

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));

/** Replaces constants in a template such as `${APP}/qr`. */
const expandConstant = (path: string, all: Declarations): string =>
  path.replace(/^\$\{([A-Z_]+)\}/, (_, name: string) => /'([^']*)'/.exec(all.get(name) ?? '')?.[1] ?? '');

/** The paths in a section of the API: its own, or those of a table that it uses. */
function pathsIn(text: string, all: Declarations): readonly string[] {
  const ownPaths = [...text.matchAll(PATH)].map(([, path = '']) => expandConstant(path, all));
  if (ownPaths.length > 0) return ownPaths;
  const tables = [...all].filter(
    ([name]) => /^[A-Z_]+$/.test(name) && new RegExp(`\\b${name}\\b`).test(text),
  );
  return tables.flatMap(([, table]) => [...table.matchAll(PATH)].map(([, path = '']) => path));
}

/** The calls that a section of the API declares; none for a helper. */
const declaredCalls = (text: string, all: Declarations): readonly string[] =>
  text
    .split(/(?=method: )/)
    .slice(1)
    .flatMap((call) => {
      const methods = (METHOD.exec(call)?.[1] ?? '').matchAll(/'([A-Z]+)'/g);
      return [...methods].flatMap(([, method]) => pathsIn(call, all).map((path) => `${method} ${path}`));
    });

/** The calls that a section makes, directly or through the functions that it names. */
function callsMadeBy(
  text: string,
  api: Declarations,
  ports: Declarations,
  seen = new Set<string>(),
): string[] {
  const names = [...new Set(text.match(/\b[a-z]\w+\b/g) ?? [])].filter((name) => !seen.has(name));
  for (const name of names) seen.add(name);
  return names.flatMap((name) => {
    const call = api.get(name);
    const calls = call ? declaredCalls(call, api) : [];
    if (calls.length > 0) return [...calls];
    // A flow receives the function that finishes its step.
    const helpers = [...ports].filter(
      ([helper]) => helper === name || (name === 'finish' && /^finish[A-Z]/.test(helper)),
    );
    return helpers
      .filter(([helper]) => !helper.endsWith('Ports'))
      .flatMap(([, helper]) => callsMadeBy(helper, api, ports, seen));
  });
}

const PORTS = /^\w+Ports$/;

type Calls = Readonly<Record<string, readonly string[]>>;

/** The calls of the ports that a module declares or inherits from another. */
function callsOfPorts(name: string, api: Declarations, ports: Declarations): Calls {
  const text = ports.get(name) ?? '';
  const otherModules = (text.match(/\b\w+Ports\b/g) ?? []).filter((other) => other !== name);
  const inherited = otherModules.map((other) => callsOfPorts(other, api, ports));
  const ownCalls = [...sectionsOf(text, PORT)].map(([port, section]) => [
    port,
    [...new Set(callsMadeBy(section, api, ports))],
  ]);
  return Object.assign({}, ...inherited, Object.fromEntries(ownCalls));
}

/** The server calls of each port, by machine: found in `src/ports` and `src/api` of a project folder. */
export function findCalls(root: string): Readonly<Record<string, Calls>> {
  const api = new Map(
    sourcesIn(join(root, 'src', 'api')).flatMap((source) => [...sectionsOf(source, DECLARATION)]),
  );
  const ports = new Map(
    sourcesIn(join(root, 'src', 'ports')).flatMap((source) => [...sectionsOf(source, DECLARATION)]),
  );
  const entries = [...ports.keys()]
    .filter((name) => PORTS.test(name))
    .map((name) => [kebab(name.slice(0, -'Ports'.length)), callsOfPorts(name, api, ports)]);
  const chunks = join(root, 'src', 'app', 'flows');
  const byChunk = readdirSync(chunks).flatMap((file) => {
    const modules = readFileSync(join(chunks, file), 'utf8').match(/\b\w+Ports\b/g) ?? [];
    const calls = modules.map((name) => callsOfPorts(name, api, ports));
    return calls.length === 0 ? [] : [[file.replace(/\.ts$/, ''), Object.assign({}, ...calls)]];
  });
  const policy = ports.get('checkPolicyPort') ?? '';
  return {
    ...Object.fromEntries(entries),
    ...Object.fromEntries(byChunk),
    portal: { checkPolicy: [...new Set(callsMadeBy(policy, api, ports))] },
  };
}
