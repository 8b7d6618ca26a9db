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

/** Bundles formatjs as {@link withoutQuestions} leaves it. */
export const leanIntl = (): Plugin => ({
  name: 'munjigi:lean-intl',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:@formatjs\/intl|intl-messageformat)\/index\.js$/ },
    handler: (code, id) => ({ code: withoutQuestions(id, code), map: null }),
  },
});
