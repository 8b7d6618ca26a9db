import { flowOf } from '#machines/shared/methods.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

/** Maximum number of titles for one screen. */
const MAX_TITLES = 3;

/**
 * The title of a screen in a language. The title of a method's screen depends on the method: the titles of all methods
 * of the flow are joined.
 * @param title message key, as `meta.title` has it
 */
export function titleOf(texts: Readonly<Record<string, string>>, title: string, flow: string): string {
  const codes = Object.values(TOKEN_CODES).filter((code) => flowOf(code) === flow);
  const keys = title.includes('{code}') ? codes.map((code) => title.replace('{code}', code)) : [title];
  return keys
    .slice(0, MAX_TITLES)
    .flatMap((key) => texts[key] ?? [])
    .join(', ');
}
