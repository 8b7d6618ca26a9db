import type { Plugin } from 'vite';

/** What formatjs asks the browser about the language of the page, by module. */
const QUESTIONS: Readonly<Record<string, { readonly asked: RegExp; readonly left: string }>> = {
  '/@formatjs/intl/index.js': {
    asked: /!Intl\.(?:NumberFormat|DateTimeFormat)\.supportedLocalesOf\(locale\)\.length && onError/g,
    left: 'false',
  },
  '/intl-messageformat/index.js': {
    asked: /this\.resolvedLocale = IntlMessageFormat\.resolveLocale\(locales\);/g,
    left: '',
  },
};

/**
 * Leaves out formatjs's questions whether the browser knows the language of the page. Every browser that the
 * portal is built for knows Korean and English, and the first question makes the browser load its language
 * data: tens of milliseconds before the first picture. A release in which one is asked otherwise fails the build.
 *
 * @param id the path of a module
 * @param code the module
 */
export function withoutQuestions(id: string, code: string): string {
  const [, question] = Object.entries(QUESTIONS).find(([module]) => id.endsWith(module)) ?? [];
  if (!question) return code;
  const lean = code.replace(question.asked, question.left);
  if (lean === code) throw new Error(`${id} has changed: its question about the language is not there`);
  return lean;
}

/** What formatjs is asked to write: messages alone (tests/tooling/lean-intl.test.ts holds the portal to it). */
const FORMATS = /^\s*format(?!Message)\w+: format\w+\.bind\(null, resolvedConfig, formatters\.\w+\),?\n/gm;

/**
 * Leaves the formats of `createIntl` out that the portal does not use: dates, numbers, lists and names of its texts
 * stand inside messages. A release that lists them otherwise fails the build.
 *
 * @param code the module `@formatjs/intl`
 */
export function withMessagesAlone(code: string): string {
  const lean = code.replace(FORMATS, '');
  if (lean === code) throw new Error('@formatjs/intl has changed: its formats are not there');
  return lean;
}

const CREATED = /^const (\w+) = ((?:createFormatted\w+|React\.memo)\()/gm;
const DISPLAY_NAME =
  /^Formatted\w+\.displayName = "\w+";$|^MemoizedFormattedMessage\.displayName = "\w+";$/gm;

/**
 * Lets the bundler drop the components of react-intl that nobody uses: they are made by calls that carry no purity
 * mark and named by assignments. A release in which there is nothing to mark fails the build.
 *
 * @param code the module `react-intl`
 */
export function markPure(code: string): string {
  const marked = code.replace(CREATED, 'const $1 = /* @__PURE__ */ $2').replace(DISPLAY_NAME, '');
  if (marked === code) throw new Error('react-intl has changed: there is nothing left to mark as pure');
  return marked;
}

const leanModule = (id: string, code: string): string => {
  if (id.endsWith('/react-intl/index.js')) return markPure(code);
  const lean = withoutQuestions(id, code);
  return id.endsWith('/@formatjs/intl/index.js') ? withMessagesAlone(lean) : lean;
};

/** Bundles react-intl and formatjs as {@link withoutQuestions}, {@link withMessagesAlone} and {@link markPure} leave them. */
export const leanIntl = (): Plugin => ({
  name: 'munjigi:lean-intl',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:@formatjs\/intl|intl-messageformat|react-intl)\/index\.js$/ },
    handler: (code, id) => ({ code: leanModule(id, code), map: null }),
  },
});
