import type { FlowNames } from './names.ts';

/** Reads a file of the project. */
export type ReadFile = (path: string) => string;

/**
 * Inserts an entry before a part of a text.
 * @throws {Error} when the text does not contain the part
 */
function insertBefore(text: string, anchor: string, entry: string): string {
  if (!text.includes(anchor))
    throw new Error(`There is no "${anchor.trim()}" before which the entry can be inserted`);
  return text.replace(anchor, () => `${entry}${anchor}`);
}

/** The module that an import line names; empty for any other line. */
const importedModule = (line: string): string => /from '([^']+)'/.exec(line)?.[1] ?? '';

/** Inserts an import line at its place in the sorted imports, in which relative modules come last. */
function withImport(text: string, importLine: string): string {
  const lines = text.split('\n');
  const isRelative = importedModule(importLine).startsWith('.');
  const index = lines.findIndex((line) => {
    const source = importedModule(line);
    if (!line.startsWith('import') || source === '') return false;
    return isRelative
      ? source.startsWith('./screens/') && source > importedModule(importLine)
      : source.startsWith('.') || (source.startsWith('#') && source > importedModule(importLine));
  });
  return lines.toSpliced(index, 0, importLine).join('\n');
}

/** Adds the flow to the list of lazily loaded flows. */
const withFlow = (text: string, { kebab, pascal }: FlowNames): string =>
  insertBefore(
    withImport(text, `import type { ${pascal}Machine } from '#machines/${kebab}/${kebab}.machine.ts';`),
    '};\n\n/** Flows without a screen',
    `  ${kebab.includes('-') ? `'${kebab}'` : kebab}: lazy<${pascal}Machine>('${kebab}'),\n`,
  );

/** Adds the address of the flow to the routes. */
const withRoute = (text: string, { kebab }: FlowNames): string =>
  insertBefore(
    insertBefore(text, "  | { readonly screen: 'unknown' };", `  | { readonly screen: '${kebab}' }\n`),
    `  '/second':`,
    `  '/${kebab}': () => ({ screen: '${kebab}' }),\n`,
  );

/** Adds the state of the flow to the portal machine, and the transition to this state. */
function withPortalState(text: string, { kebab, camel }: FlowNames): string {
  const withState = insertBefore(
    withImport(text, `import { ${camel} } from './screens/${kebab}.ts';`),
    "    'session-expiry': sessionExpiry,",
    kebab === camel ? `    ${kebab},\n` : `    '${kebab}': ${camel},\n`,
  );
  return insertBefore(
    withState,
    "        { guard: 'isUnknownUserAtQr'",
    `        { guard: { type: 'isRequested', params: '${kebab}' }, target: '${kebab}' },\n`,
  );
}

/** Adds the title of the screen to a file of texts. */
const withTitle = (text: string, { camel }: FlowNames, title: string): string =>
  insertBefore(text, '  "title.authenticated"', `  "title.${camel}": "${title}",\n`);

/** The texts of the files that list all flows, with the new flow added, by path. */
export const entriesFor = (names: FlowNames, read: ReadFile): ReadonlyMap<string, string> =>
  new Map([
    ['machines/portal/flows.ts', withFlow(read('machines/portal/flows.ts'), names)],
    ['machines/portal/route.ts', withRoute(read('machines/portal/route.ts'), names)],
    ['machines/portal/portal.machine.ts', withPortalState(read('machines/portal/portal.machine.ts'), names)],
    ['i18n/flows.ko.json', withTitle(read('i18n/flows.ko.json'), names, '새 화면')],
    ['i18n/flows.en.json', withTitle(read('i18n/flows.en.json'), names, 'New Screen')],
  ]);
