import type { Language } from '#i18n/locale.ts';

/** Context of an action without storage. */
export type StandaloneContext = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  readonly print: (line: string) => void;
};
