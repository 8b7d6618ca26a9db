import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { compileMessages } from '#scripts/messages/compile.ts';
import { markPure, withMessagesAlone, withoutTheUnused } from '#scripts/vite/lean-intl.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../node_modules', path), 'utf8');
const INTL = '@formatjs/intl/index.js';
const MESSAGES = 'intl-messageformat/index.js';

test('the browser is asked nothing about the language of the page or of a message', () => {
  expect(read(INTL)).toContain('supportedLocalesOf(locale)');
  expect(withoutTheUnused(`/x/${INTL}`, read(INTL))).not.toContain('supportedLocalesOf(locale)');
  expect(withoutTheUnused(`/x/${MESSAGES}`, read(MESSAGES))).not.toContain('this.resolvedLocale =');
});

test('formats that no text has are left out, and plurals, choices and numbers stay', () => {
  const lean = withoutTheUnused(`/x/${MESSAGES}`, read(MESSAGES));
  expect(read(MESSAGES)).toContain('isTagElement(el)');
  expect(lean).not.toMatch(/is(?:Date|Time|Number|Tag)Element\(el\)/);
  expect(lean).toMatch(/isSelectElement\(el\)[\s\S]*isPluralElement\(el\)/);
  expect(withoutTheUnused(`/x/${INTL}`, read(INTL))).not.toMatch(/get(?:ListFormat|DisplayNames): memoize/);
});

test('a release that writes them otherwise fails', () => {
  expect(() => withoutTheUnused(`/x/${INTL}`, 'const a = 1;')).toThrow('has changed');
});

/** The kinds of elements of a message and of what it chooses among, as the parser numbers them. */
const kindsIn = (elements: readonly MessageFormatElement[]): readonly TYPE[] =>
  elements.flatMap((element) => [
    element.type,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => kindsIn(value)) : []),
  ]);

test('texts hold values, plurals and choices alone', () => {
  const files = import.meta.glob<string>('/i18n/*.{ko,en}.json', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const first = import.meta.glob<string>('/i18n/{ko,en}.json', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const kinds = Object.entries({ ...files, ...first }).flatMap(([file, source]) =>
    Object.values(compileMessages(file, source)).flatMap(kindsIn),
  );
  expect(new Set(kinds)).toEqual(
    new Set([TYPE.literal, TYPE.argument, TYPE.plural, TYPE.pound, TYPE.select]),
  );
});

test('of the formats the one of messages stays', () => {
  const code = [
    '    formatNumber: formatNumber.bind(null, resolvedConfig, formatters.getNumberFormat),',
    '    formatMessage: formatMessage.bind(null, resolvedConfig, formatters),',
    '    formatList: formatList.bind(null, resolvedConfig, formatters.getListFormat)',
    '  };',
  ].join('\n');
  expect(withMessagesAlone(code)).toBe(
    '    formatMessage: formatMessage.bind(null, resolvedConfig, formatters),\n  };',
  );
  expect(() => withMessagesAlone('const a = 1;')).toThrow('has changed');
});

test('components that nobody uses can be dropped', () => {
  const code =
    'Formatted.displayName = "A";\nFormattedPlural.displayName = "B";\nconst FormattedList = createFormattedComponent("formatList");\nconst Memoized = React.memo(A);';
  expect(markPure(code)).toBe(
    'Formatted.displayName = "A";\n\nconst FormattedList = /* @__PURE__ */ createFormattedComponent("formatList");\nconst Memoized = /* @__PURE__ */ React.memo(A);',
  );
  expect(() => markPure('const a = 1;')).toThrow('has changed');
});

test('the portal asks for no format but that of messages', () => {
  const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const uses = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/const \{([^}]*)\} = (?:useIntl|createIntl)\(|\b(useIntl|createIntl)\(/g)].map(
      ([, names = 'undestructured']) => ({ path, names: names.split(',').map((name) => name.trim()) }),
    ),
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(
    uses.filter(
      ({ names }) => !names.every((name) => ['formatMessage', 'locale', 'messages'].includes(name)),
    ),
  ).toEqual([]);
});
