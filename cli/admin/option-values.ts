import type { Language } from '#i18n/locale.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';

/**
 * The value of the option `--language`, or the language of the operator's shell.
 * @throws AdminUsageError
 */
export function languageOf(shellLanguage: Language, args: ParsedArguments): Language {
  const language = args.text('language') ?? shellLanguage;
  if (language !== 'ko' && language !== 'en') throw new AdminUsageError('--language must be ko or en.');
  return language;
}

/**
 * The value of an option that must be a whole number of 1 or more.
 * @throws AdminUsageError
 */
export function positiveIntegerOf(args: ParsedArguments, name: string, fallback: number): number {
  const value = Number(args.text(name) ?? fallback);
  if (!Number.isInteger(value) || value < 1)
    throw new AdminUsageError(`--${name} must be a whole number of 1 or more.`);
  return value;
}
