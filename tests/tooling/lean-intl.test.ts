import { expect, test } from 'vitest';
import { withoutQuestions } from '#scripts/vite/lean-intl.ts';

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
