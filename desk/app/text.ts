import type ko from '#i18n/desk.ko.json';
import { useCatalogueText } from '#src/ui/catalogue-text.ts';

/** The key of a text of the help desk. Both languages have every text. */
export type DeskKey = keyof typeof ko;

/** Returns a text in the current language, with `values` for its placeholders. */
export type DeskText = (key: DeskKey, values?: Readonly<Record<string, string | number>>) => string;

export const useDeskText = (): DeskText => useCatalogueText<DeskKey>();
