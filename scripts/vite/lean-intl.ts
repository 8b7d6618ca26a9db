import type { Plugin } from 'vite';

type Cut = { readonly there: RegExp; readonly left: string };

/** What is left out of formatjs, by module. */
const CUTS: Readonly<Record<string, readonly Cut[]>> = {
  '/@formatjs/intl/index.js': [
    // Whether the browser knows the language of the page.
    {
      there: /!Intl\.(?:NumberFormat|DateTimeFormat)\.supportedLocalesOf\(locale\)\.length && onError/g,
      left: 'false',
    },
    // What makes formats that no text has.
    {
      there:
        /^\t\tget(?:DurationFormat|RelativeTimeFormat|ListFormat|DisplayNames): memoize\([\s\S]*?\n\t\t\}\),?\n/gm,
      left: '',
    },
    { there: /^\tconst (?:RelativeTimeFormat|ListFormat|DisplayNames) = Intl\.\w+;\n/gm, left: '' },
    // Advice to developers: types say that each message has a key, and the build compiles all of them.
    { there: /^\tverifyConfigMessages\(resolvedConfig\);\n/m, left: '' },
    {
      there: /invariant\(false, `\[@formatjs\/intl\] An [\s\S]*?\(messageDescriptor\)\}`\);/,
      left: 'throw new Error("A message has no id");',
    },
  ],
  '/intl-messageformat/index.js': [
    { there: /this\.resolvedLocale = IntlMessageFormat\.resolveLocale\(locales\);/g, left: '' },
    // Dates, times, numbers with a style and tags.
    { there: /^\t\tif \(isDateElement\(el\)\) \{[\s\S]*?(?=^\t\tif \(isSelectElement)/m, left: '' },
    { there: /this\.formats = \{\n\t\t\tnumber[\s\S]*?\n\t\t\};/, left: 'this.formats = {};' },
    // The parser, and formatters for who gives none.
    { there: /this\.__parse = parse;/, left: '' },
    {
      there: /opts && opts\.formatters \|\| createDefaultFormatters\(this\.formatterCache\)/,
      left: 'opts.formatters',
    },
  ],
};

/**
 * Leaves out of a module of formatjs what the portal does not need: questions whether the browser knows the language
 * of the page (every browser that the portal is built for knows Korean and English, and the first question makes the
 * browser load its language data: tens of milliseconds before the first picture), what its texts do not hold
 * (tests/tooling/lean-intl.test.ts holds them to it), and advice to developers. A release in which one of these stands
 * otherwise fails the build.
 *
 * @param id the path of a module
 * @param code the module
 */
export function withoutTheUnused(id: string, code: string): string {
  const [, cuts = []] = Object.entries(CUTS).find(([module]) => id.endsWith(module)) ?? [];
  return cuts.reduce((rest, { there, left }) => {
    const lean = rest.replace(there, left);
    if (lean === rest) throw new Error(`${id} has changed: ${there} is not there`);
    return lean;
  }, code);
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
  const lean = withoutTheUnused(id, code);
  return id.endsWith('/@formatjs/intl/index.js') ? withMessagesAlone(lean) : lean;
};

/** Bundles react-intl and formatjs as {@link withoutTheUnused}, {@link withMessagesAlone} and {@link markPure} leave them. */
export const leanIntl = (): Plugin => ({
  name: 'munjigi:lean-intl',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:@formatjs\/intl|intl-messageformat|react-intl)\/index\.js$/ },
    handler: (code, id) => ({ code: leanModule(id, code), map: null }),
  },
});
