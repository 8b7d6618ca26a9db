import type ko from '#i18n/phone.ko.json';
import { useCatalogueText } from '#src/ui/catalogue-text.ts';

/** A text of the app; both languages hold all of them. */
export type PhoneKey = keyof typeof ko;

export type PhoneText = (key: PhoneKey, values?: Readonly<Record<string, string | number>>) => string;

export const usePhoneText = (): PhoneText => useCatalogueText<PhoneKey>();
