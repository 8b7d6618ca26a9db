import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';

/** A message with invalid ICU syntax. */
class MessageSyntaxError extends Error {
  override readonly name = 'MessageSyntaxError';

  constructor(file: string, key: string, cause: unknown) {
    super(
      `${file}: "${key}" is not an ICU message: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}

/**
 * Parses the messages of a language, so that react-intl needs no parser in the browser.
 *
 * @param file name of the file of `source`, for error messages
 * @param source JSON object of ICU messages by key
 * @param fallback JSON object of the messages of the fallback language, for missing keys (spec section 1)
 * @throws {MessageSyntaxError} when a message cannot be parsed or is not a string
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
