import type { FlowNames } from './names.ts';

/** Reads a file of the project. */
export type ReadFile = (path: string) => string;

/** @throws {Error} when the file no longer has the line before which the entry is inserted */
function insertBefore(text: string, anchor: string, added: string): string {
  if (!text.includes(anchor))
    throw new Error(`There is no "${anchor.trim()}" before which the entry can be inserted`);
  return text.replace(anchor, () => `${added}${anchor}`);
}

const sourceOf = (line: string): string => /from '([^']+)'/.exec(line)?.[1] ?? '';

/** Inserts an import in order; absolute sources come before relative ones. */
function withImport(text: string, added: string): string {
  const lines = text.split('\n');
  const isRelative = sourceOf(added).startsWith('.');
  const index = lines.findIndex((line) => {
    const source = sourceOf(line);
    if (!line.startsWith('import') || source === '') return false;
    return isRelative
      ? source.startsWith('./screens/') && source > sourceOf(added)
      : source.startsWith('.') || (source.startsWith('#') && source > sourceOf(added));
  });
  return lines.toSpliced(index, 0, added).join('\n');
}

const withFlow = (text: string, { kebab, pascal }: FlowNames): string =>
  insertBefore(
    withImport(text, `import type { ${pascal}Machine } from '#machines/${kebab}/${kebab}.machine.ts';`),
    '};\n\n/** Flows without a screen',
    `  ${kebab.includes('-') ? `'${kebab}'` : kebab}: lazy<${pascal}Machine>('${kebab}'),\n`,
  );

const withRoute = (text: string, { kebab }: FlowNames): string =>
  insertBefore(
    insertBefore(text, "  | { readonly screen: 'unknown' };", `  | { readonly screen: '${kebab}' }\n`),
    `  '/second':`,
    `  '/${kebab}': () => ({ screen: '${kebab}' }),\n`,
  );

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

const withTitle = (text: string, { camel }: FlowNames, words: string): string =>
  insertBefore(text, '  "title.authenticated"', `  "title.${camel}": "${words}",\n`);

/** The files that list all flows, with the new one added. */
export const entriesFor = (names: FlowNames, read: ReadFile): ReadonlyMap<string, string> =>
  new Map([
    ['machines/portal/flows.ts', withFlow(read('machines/portal/flows.ts'), names)],
    ['machines/portal/route.ts', withRoute(read('machines/portal/route.ts'), names)],
    ['machines/portal/portal.machine.ts', withPortalState(read('machines/portal/portal.machine.ts'), names)],
    ['i18n/flows.ko.json', withTitle(read('i18n/flows.ko.json'), names, '새 화면')],
    ['i18n/flows.en.json', withTitle(read('i18n/flows.en.json'), names, 'New Screen')],
  ]);
