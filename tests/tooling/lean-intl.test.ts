import { expect, test } from 'vitest';
import { markPure, withMessagesAlone, withoutQuestions } from '#scripts/vite/lean-intl.ts';

test('the browser is not asked whether it knows the language of the page', () => {
  const code =
    'if (!locale) a();\nelse if (!Intl.NumberFormat.supportedLocalesOf(locale).length && onError) onError(b);';
  expect(withoutQuestions('/x/@formatjs/intl/index.js', code)).toBe(
    'if (!locale) a();\nelse if (false) onError(b);',
  );
});

test('nor of a message', () => {
  const code = 'this.locales = locales;\nthis.resolvedLocale = IntlMessageFormat.resolveLocale(locales);';
  expect(withoutQuestions('/x/intl-messageformat/index.js', code)).toBe('this.locales = locales;\n');
});

test('a release that asks otherwise fails', () => {
  expect(() => withoutQuestions('/x/@formatjs/intl/index.js', 'const a = 1;')).toThrow('has changed');
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
