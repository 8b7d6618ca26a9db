import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import type { SourcesConfig } from '#atlas/config.ts';

type Source = {
  readonly imports: readonly string[];
  /** The source text of each top-level declaration, by name. */
  readonly declared: ReadonlyMap<string, string>;
  /** Rules that shared functions create for several machines, by name. A machine's own file has only the call. */
  readonly sharedRules: ReadonlyMap<string, string>;
};

type Sources = ReadonlyMap<string, Source>;

/** Source text on one line, without comments. */
export const normalizedSource = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

const targetOf = (path: string, imported: string): string | null => {
  if (imported.startsWith('#')) return imported.slice(1);
  return imported.startsWith('.') ? posix.join(dirname(path), imported) : null;
};

type Named = { readonly id: { readonly name?: string } | null };
type Statement = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly source?: { readonly value: unknown } | null;
  readonly declaration?: Statement | null;
  readonly declarations?: readonly (Named & { readonly start: number; readonly end: number })[];
} & Partial<Named>;

function namesIn(statement: Statement, text: string): readonly (readonly [string, string])[] {
  const inner = statement.declaration ?? statement;
  const parts = inner.declarations ?? [inner as Statement & Named];
  if (!/^(Variable|Function|Class)Declaration$/.test(inner.type)) return [];
  return parts.flatMap(({ id, start, end }) =>
    id?.name ? [[id.name, normalizedSource(text.slice(start, end))] as const] : [],
  );
}

function sharedRulesIn(program: ESTree.Program, text: string): ReadonlyMap<string, string> {
  const sharedRules = new Map<string, string>();
  new Visitor({
    Property({ key, value, start, end }) {
      const isShared = value.type === 'CallExpression' || value.type === 'ArrowFunctionExpression';
      if (key.type === 'Identifier' && isShared)
        sharedRules.set(key.name, normalizedSource(text.slice(start, end)));
    },
  }).visit(program);
  return sharedRules;
}

function sourceOf(path: string, text: string, shared: string | undefined): Source {
  const { program } = parseSync(path, text);
  const body = program.body as unknown as readonly Statement[];
  return {
    imports: body.flatMap(({ source }) => {
      const target = source ? targetOf(path, String(source.value)) : null;
      return target ?? [];
    }),
    declared: new Map(body.flatMap((statement) => namesIn(statement, text))),
    sharedRules: shared !== undefined && path.startsWith(shared) ? sharedRulesIn(program, text) : new Map(),
  };
}

/** The texts of the sources of a project folder, by path. */
export const readSources = (root: string, { files }: SourcesConfig): ReadonlyMap<string, string> =>
  new Map(
    globSync(files, { cwd: root })
      .map((path) => path.split(sep).join('/'))
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

/** Whether a declaration contains rules (a machine, a state, a setup), so that no rule depends on it. */
const isContainer = (text: string): boolean => /\b(setup|createMachine|extend)\(|\bdescription: /.test(text);

/** The declarations that a file can refer to, with those of its imports. */
export type VisibleDeclarations = {
  readonly declared: ReadonlyMap<string, readonly string[]>;
  readonly sharedRules: ReadonlyMap<string, readonly string[]>;
};

const appendTo = (map: Map<string, string[]>, [name, text]: readonly [string, string]) =>
  map.set(name, [...(map.get(name) ?? []), text]);

/** No declarations, for a machine without known sources. */
export const NO_DECLARATIONS: VisibleDeclarations = { declared: new Map(), sharedRules: new Map() };

/** Finds the declarations that the file of each machine can refer to. @param texts sources by path */
export function declarationsVisibleFrom(
  texts: ReadonlyMap<string, string>,
  { shared, fileOf }: SourcesConfig,
): (machine: string) => VisibleDeclarations {
  const sources: Sources = new Map([...texts].map(([path, text]) => [path, sourceOf(path, text, shared)]));
  return (machine) => visibleDeclarationsOf(sources, fileOf(machine));
}

/** Collects the declarations of a file and its imports. */
function visibleDeclarationsOf(sources: Sources, path: string): VisibleDeclarations {
  const seen = new Set<string>();
  const queue = [path];
  const declared = new Map<string, string[]>();
  const sharedRules = new Map<string, string[]>();
  for (let each = queue.pop(); each !== undefined; each = queue.pop()) {
    const source = seen.has(each) ? undefined : sources.get(each);
    seen.add(each);
    if (!source) continue;
    queue.push(...source.imports);
    for (const entry of source.declared) if (!isContainer(entry[1])) appendTo(declared, entry);
    for (const entry of source.sharedRules) appendTo(sharedRules, entry);
  }
  return { declared, sharedRules };
}

/** Identifiers that a source text refers to, without property names and string contents. */
const namesUsed = (text: string): readonly string[] => [
  ...new Set(text.match(/(?<![.\w'"`-])[A-Za-z_]\w*(?!\w|'|"|: )/g) ?? []),
];

/** The source of a rule with all declarations that it uses, one on each line. */
export function withDeclarations(
  name: string,
  text: string,
  { declared, sharedRules }: VisibleDeclarations,
): string {
  const shared = sharedRules.get(name) ?? [];
  const lines = new Set<string>(shared);
  const queue = [text, ...shared];
  for (let each = queue.pop(); each !== undefined; each = queue.pop()) {
    for (const line of namesUsed(each).flatMap((name) => declared.get(name) ?? [])) {
      if (lines.has(line)) continue;
      lines.add(line);
      queue.push(line);
    }
  }
  return [text, ...[...lines].sort()].join('\n');
}
