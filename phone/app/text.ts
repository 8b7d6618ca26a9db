import type ko from '#i18n/phone.ko.json';
import { useCatalogueText } from '#src/ui/catalogue-text.ts';

/** The key of a text of the app. */
export type PhoneKey = keyof typeof ko;

/** Returns a text in the current language, with `values` for its placeholders. */
export type PhoneText = (key: PhoneKey, values?: Readonly<Record<string, string | number>>) => string;

export const usePhoneText = (): PhoneText => useCatalogueText<PhoneKey>();
