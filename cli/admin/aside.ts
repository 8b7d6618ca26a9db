import type { Language } from '#i18n/locale.ts';

/** What an action finds around it that needs no storage, changes nothing and names no operator. */
export type Aside = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  readonly print: (line: string) => void;
};
