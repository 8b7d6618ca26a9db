import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';

/** A message whose ICU syntax is wrong, with the key and the place. */
class MessageSyntaxError extends Error {
  override readonly name = 'MessageSyntaxError';

  constructor(file: string, key: string, cause: unknown) {
    super(`${file}: "${key}" is no ICU message: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/**
 * Parses every message of a language into the form that react-intl formats without its parser. A
 * message without placeholders becomes one literal, which react-intl returns as it is.
 *
 * @param file named in errors
 * @param source JSON object of key and ICU message
 * @param fallback the same of the language that stands in for a missing key (spec section 1)
 * @throws {MessageSyntaxError} when a message cannot be parsed, or is no text
 */
export const compileMessages = (
  file: string,
  source: string,
  fallback = '{}',
): Readonly<Record<string, readonly MessageFormatElement[]>> => {
  const messages: Record<string, unknown> = { ...JSON.parse(fallback), ...JSON.parse(source) };
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => {
      if (typeof message !== 'string') throw new MessageSyntaxError(file, key, 'not a text');
      try {
        return [key, parse(message)];
      } catch (error) {
        throw new MessageSyntaxError(file, key, error);
      }
    }),
  );
};
