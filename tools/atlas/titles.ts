import { flowOf } from '#machines/shared/methods.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

/** Maximum number of names of one screen. */
const MAX_NAMES = 3;

/**
 * What a screen is called in a language. The title of a method's screen hangs on the method: the methods of its flow.
 * @param title message key, as `meta.title` has it
 */
export function titleOf(texts: Readonly<Record<string, string>>, title: string, flow: string): string {
  const codes = Object.values(TOKEN_CODES).filter((code) => flowOf(code) === flow);
  const keys = title.includes('{code}') ? codes.map((code) => title.replace('{code}', code)) : [title];
  return keys
    .slice(0, MAX_NAMES)
    .flatMap((key) => texts[key] ?? [])
    .join(', ');
}
