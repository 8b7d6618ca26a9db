import type ko from '#i18n/desk.ko.json';
import { useCatalogueText } from '#src/ui/catalogue-text.ts';

/** A text of the desk; both languages hold all of them. */
export type DeskKey = keyof typeof ko;

export type DeskText = (key: DeskKey, values?: Readonly<Record<string, string | number>>) => string;

export const useDeskText = (): DeskText => useCatalogueText<DeskKey>();
