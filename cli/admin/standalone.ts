import type { Language } from '#i18n/locale.ts';

/** Context of an action that needs no storage. */
export type StandaloneContext = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  readonly print: (line: string) => void;
};
