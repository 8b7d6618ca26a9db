import type { SourceFile } from '#tools/source/project-files.ts';
import { nodesOf, textsOf } from '#tools/source/syntax.ts';

/** Keys that a view composes of a prefix and a value of a response; no source contains such a key as a whole. */
export type BuiltKeys = { readonly prefix: string; readonly endings: readonly string[] };

const KEY = /^[a-z][A-Za-z]*(?:\.[A-Za-z0-9_]+)+$/;
const FILE = /\.(?:ts|tsx|json|css|svg)$/;

const namespaceOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** Functions and classes whose first argument is the name of a port. */
const PORT_DECLARATIONS: ReadonlySet<string> = new Set(['port', 'source', 'flow', 'UnprovidedPortError']);

/** The names of ports, which look like keys. */
const portNames = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
    if (node.callee.type !== 'Identifier' || !PORT_DECLARATIONS.has(node.callee.name)) return [];
    const [name] = node.arguments;
    return name?.type === 'Literal' && typeof name.value === 'string' ? [name.value] : [];
  });

/** The keys of all texts, and the sources that use them. */
export type KeyUse = {
  readonly keys: readonly string[];
  /** The sources that show texts or name their keys. */
  readonly files: readonly SourceFile[];
  /** Names of events, which look like keys too. */
  readonly events: readonly string[];
  readonly built: readonly BuiltKeys[];
};

/** Describes unused keys, and strings that look like a key but have no text. */
export const keyProblems = ({ keys, files, events, built }: KeyUse): string[] => {
  const existingKeys = new Set(keys);
  const builtKeys = new Set(built.flatMap(({ prefix, endings }) => endings.map((ending) => prefix + ending)));
  const namespaces = new Set(keys.map(namespaceOf));
  const otherStrings = new Set([
    ...events,
    ...files.flatMap(portNames),
    ...built.map(({ prefix }) => prefix),
  ]);
  const stringsInFiles = new Set(files.flatMap(textsOf));
  return [
    ...keys
      .filter((key) => !stringsInFiles.has(key) && !builtKeys.has(key))
      .map((key) => `${key} is not used`),
    ...[...builtKeys].filter((key) => !existingKeys.has(key)).map((key) => `${key} is built and has no text`),
    ...[...stringsInFiles]
      .filter((text) => KEY.test(text) && !FILE.test(text) && namespaces.has(namespaceOf(text)))
      .filter((text) => !existingKeys.has(text) && !otherStrings.has(text))
      .map((text) => `${text} is used and has no text`),
  ];
};
