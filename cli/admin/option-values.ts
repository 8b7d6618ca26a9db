import type { Language } from '#i18n/locale.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';

/** The language of `--language`, else that of the operator's shell. @throws AdminUsageError */
export function languageOf(shell: Language, args: ParsedArguments): Language {
  const chosen = args.text('language') ?? shell;
  if (chosen !== 'ko' && chosen !== 'en') throw new AdminUsageError('--language is ko or en.');
  return chosen;
}

/** A number from 1. @throws AdminUsageError */
export function numberOf(args: ParsedArguments, name: string, fallback: number): number {
  const value = Number(args.text(name) ?? fallback);
  if (!Number.isInteger(value) || value < 1) throw new AdminUsageError(`--${name} is a number from 1.`);
  return value;
}
