import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DECLARATION = /^(?:export )?(?:async )?(?:const|function) (\w+)/;
const PORT = /^ {2,6}(\w+): (?:from[A-Z]\w+|\w+Port)\b/;
const METHOD = /method: ([^,]+),/;
const PATH = /['`](\/[a-z][\w/{}-]*|\$\{[A-Z_]+\}[\w/{}-]*)['`]/g;

type Declarations = ReadonlyMap<string, string>;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Cuts a source into pieces that begin with such a line, by the name in it. */
function piecesOf(source: string, begin: RegExp): Declarations {
  const pieces = new Map<string, string>();
  let name: string | null = null;
  for (const line of source.split('\n')) {
    name = begin.exec(line)?.[1] ?? name;
    if (name !== null) pieces.set(name, `${pieces.get(name) ?? ''}${line}\n`);
  }
  return pieces;
}

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));

/** Replaces constants in a template such as `${APP}/qr`. */
const written = (path: string, all: Declarations): string =>
  path.replace(/^\$\{([A-Z_]+)\}/, (_, name: string) => /'([^']*)'/.exec(all.get(name) ?? '')?.[1] ?? '');

/** The paths that a piece of the API names: its own, or those of a table that it reads. */
function pathsIn(text: string, all: Declarations): readonly string[] {
  const own = [...text.matchAll(PATH)].map(([, path = '']) => written(path, all));
  if (own.length > 0) return own;
  const tables = [...all].filter(
    ([name]) => /^[A-Z_]+$/.test(name) && new RegExp(`\\b${name}\\b`).test(text),
  );
  return tables.flatMap(([, table]) => [...table.matchAll(PATH)].map(([, path = '']) => path));
}

/** The calls that a piece of the API declares; none where it only helps others. */
const callsAt = (text: string, all: Declarations): readonly string[] =>
  text
    .split(/(?=method: )/)
    .slice(1)
    .flatMap((call) => {
      const methods = (METHOD.exec(call)?.[1] ?? '').matchAll(/'([A-Z]+)'/g);
      return [...methods].flatMap(([, method]) => pathsIn(call, all).map((path) => `${method} ${path}`));
    });

/** The calls that a piece makes, itself or by what it names. */
function callsIn(text: string, api: Declarations, ports: Declarations, seen = new Set<string>()): string[] {
  const named = [...new Set(text.match(/\b[a-z]\w+\b/g) ?? [])].filter((name) => !seen.has(name));
  for (const name of named) seen.add(name);
  return named.flatMap((name) => {
    const call = api.get(name);
    const found = call ? callsAt(call, api) : [];
    if (found.length > 0) return [...found];
    // A flow receives the function that finishes its step.
    const helpers = [...ports].filter(
      ([helper]) => helper === name || (name === 'finish' && /^finish[A-Z]/.test(helper)),
    );
    return helpers
      .filter(([helper]) => !helper.endsWith('Ports'))
      .flatMap(([, helper]) => callsIn(helper, api, ports, seen));
  });
}

const PORTS = /^\w+Ports$/;

type Calls = Readonly<Record<string, readonly string[]>>;

/** The calls behind the ports that a module declares or inherits from another. */
function callsOf(name: string, api: Declarations, ports: Declarations): Calls {
  const text = ports.get(name) ?? '';
  const others = (text.match(/\b\w+Ports\b/g) ?? []).filter((other) => other !== name);
  const taken = others.map((other) => callsOf(other, api, ports));
  const own = [...piecesOf(text, PORT)].map(([port, piece]) => [
    port,
    [...new Set(callsIn(piece, api, ports))],
  ]);
  return Object.assign({}, ...taken, Object.fromEntries(own));
}

/** The calls of the server behind each port, by machine: read off `src/ports` and `src/api` of a project folder. */
export function findCalls(root: string): Readonly<Record<string, Calls>> {
  const api = new Map(
    sourcesIn(join(root, 'src', 'api')).flatMap((source) => [...piecesOf(source, DECLARATION)]),
  );
  const ports = new Map(
    sourcesIn(join(root, 'src', 'ports')).flatMap((source) => [...piecesOf(source, DECLARATION)]),
  );
  const entries = [...ports.keys()]
    .filter((name) => PORTS.test(name))
    .map((name) => [kebab(name.slice(0, -'Ports'.length)), callsOf(name, api, ports)]);
  const chunks = join(root, 'src', 'app', 'flows');
  const chunked = readdirSync(chunks).flatMap((file) => {
    const named = readFileSync(join(chunks, file), 'utf8').match(/\b\w+Ports\b/g) ?? [];
    const calls = named.map((name) => callsOf(name, api, ports));
    return calls.length === 0 ? [] : [[file.replace(/\.ts$/, ''), Object.assign({}, ...calls)]];
  });
  const policy = ports.get('checkPolicyPort') ?? '';
  return {
    ...Object.fromEntries(entries),
    ...Object.fromEntries(chunked),
    portal: { checkPolicy: [...new Set(callsIn(policy, api, ports))] },
  };
}
