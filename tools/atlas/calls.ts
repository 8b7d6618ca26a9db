import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the first line of a top-level declaration, with its name as the group. */
const DECLARATION = /^(?:export )?(?:async )?(?:const|function) (\w+)/;
/**
 * Matches the first line of a port in an object literal, such as `sendCode: fromPromise(…`, with its name as the
 * group.
 */
const PORT_PROPERTY = /^ {2,6}(\w+): (?:from[A-Z]\w+|\w+Port)\b/;
/** Matches the HTTP methods of a call, such as `method: 'POST',`. */
const METHOD_PROPERTY = /method: ([^,]+),/;
/** Matches quoted paths such as `'/auth/policy'`, and templates such as `${APP}/qr`. */
const QUOTED_PATHS = /['`](\/[a-z][\w/{}-]*|\$\{[A-Z_]+\}[\w/{}-]*)['`]/g;

/** Source texts of declarations, by the declared name. */
type Declarations = ReadonlyMap<string, string>;

const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Splits a source at the lines that match `firstLine`; returns the sections by the name in their first line. */
function sectionsOf(source: string, firstLine: RegExp): Declarations {
  const sections = new Map<string, string>();
  let name: string | null = null;
  for (const line of source.split('\n')) {
    name = firstLine.exec(line)?.[1] ?? name;
    if (name !== null) sections.set(name, `${sections.get(name) ?? ''}${line}\n`);
  }
  return sections;
}

/** The texts of the TypeScript files directly in a folder. */
const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));

/** Replaces the constant in a template such as `${APP}/qr` with its text. */
const expandConstant = (path: string, api: Declarations): string =>
  path.replace(/^\$\{([A-Z_]+)\}/, (_, name: string) => /'([^']*)'/.exec(api.get(name) ?? '')?.[1] ?? '');

/** The paths that a declaration of the API contains; if it contains none, the paths in the constants that it uses. */
function pathsIn(text: string, api: Declarations): readonly string[] {
  const containedPaths = [...text.matchAll(QUOTED_PATHS)].map(([, path = '']) => expandConstant(path, api));
  if (containedPaths.length > 0) return containedPaths;
  const usedConstants = [...api].filter(
    ([name]) => /^[A-Z_]+$/.test(name) && new RegExp(`\\b${name}\\b`).test(text),
  );
  return usedConstants.flatMap(([, table]) => [...table.matchAll(QUOTED_PATHS)].map(([, path = '']) => path));
}

/** The calls in a declaration of the API, such as `POST /auth/policy/check`; empty for a helper function. */
const declaredCalls = (text: string, api: Declarations): readonly string[] =>
  text
    .split(/(?=method: )/)
    .slice(1)
    .flatMap((call) => {
      const methods = (METHOD_PROPERTY.exec(call)?.[1] ?? '').matchAll(/'([A-Z]+)'/g);
      return [...methods].flatMap(([, method]) => pathsIn(call, api).map((path) => `${method} ${path}`));
    });

/**
 * The calls that a source text makes, directly or through the functions that it names.
 * @param api declarations in `src/api`
 * @param ports declarations in `src/ports`
 * @param visitedNames names that are already followed
 */
function callsMadeBy(
  text: string,
  api: Declarations,
  ports: Declarations,
  visitedNames = new Set<string>(),
): string[] {
  const names = [...new Set(text.match(/\b[a-z]\w+\b/g) ?? [])].filter((name) => !visitedNames.has(name));
  for (const name of names) visitedNames.add(name);
  return names.flatMap((name) => {
    const call = api.get(name);
    const calls = call ? declaredCalls(call, api) : [];
    if (calls.length > 0) return [...calls];
    // Flows receive a function `finish`, which is one of the functions `finish…` of the ports.
    const helpers = [...ports].filter(
      ([helper]) => helper === name || (name === 'finish' && /^finish[A-Z]/.test(helper)),
    );
    return helpers
      .filter(([helper]) => !helper.endsWith('Ports'))
      .flatMap(([, helper]) => callsMadeBy(helper, api, ports, visitedNames));
  });
}

/** Matches the name of a function that returns the ports of a flow, such as `pushPorts`. */
const PORTS_FUNCTION = /^\w+Ports$/;

/** Server calls, by the name of the port that makes them. */
type CallsByPort = Readonly<Record<string, readonly string[]>>;

/** The calls of the ports that a function such as `pushPorts` returns, including ports of other such functions. */
function callsOfPorts(name: string, api: Declarations, ports: Declarations): CallsByPort {
  const text = ports.get(name) ?? '';
  const usedFunctions = (text.match(/\b\w+Ports\b/g) ?? []).filter((other) => other !== name);
  const inherited = usedFunctions.map((other) => callsOfPorts(other, api, ports));
  const declared = [...sectionsOf(text, PORT_PROPERTY)].map(([port, section]) => [
    port,
    [...new Set(callsMadeBy(section, api, ports))],
  ]);
  return Object.assign({}, ...inherited, Object.fromEntries(declared));
}

/** The server calls of each port, by machine. They are found in `src/ports` and `src/api` of a project folder. */
export function findCalls(root: string): Readonly<Record<string, CallsByPort>> {
  const api = new Map(
    sourcesIn(join(root, 'src', 'api')).flatMap((source) => [...sectionsOf(source, DECLARATION)]),
  );
  const ports = new Map(
    sourcesIn(join(root, 'src', 'ports')).flatMap((source) => [...sectionsOf(source, DECLARATION)]),
  );
  const byPortsFunction = [...ports.keys()]
    .filter((name) => PORTS_FUNCTION.test(name))
    .map((name) => [toKebabCase(name.slice(0, -'Ports'.length)), callsOfPorts(name, api, ports)]);
  // A lazily loaded flow may be provided with the ports of functions with other names.
  const flowFolder = join(root, 'src', 'app', 'flows');
  const byLazyFlow = readdirSync(flowFolder).flatMap((file) => {
    const usedFunctions = readFileSync(join(flowFolder, file), 'utf8').match(/\b\w+Ports\b/g) ?? [];
    const calls = usedFunctions.map((name) => callsOfPorts(name, api, ports));
    return calls.length === 0 ? [] : [[file.replace(/\.ts$/, ''), Object.assign({}, ...calls)]];
  });
  const checkPolicyPort = ports.get('checkPolicyPort') ?? '';
  return {
    ...Object.fromEntries(byPortsFunction),
    ...Object.fromEntries(byLazyFlow),
    portal: { checkPolicy: [...new Set(callsMadeBy(checkPolicyPort, api, ports))] },
  };
}
