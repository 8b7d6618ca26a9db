import type { MessageFormatElement } from 'react-intl';
import type ko from '#i18n/ko.ts';

/** Every text of the portal has a key (spec sections 5 and 8); both languages hold all of them. */
export type MessageKey = keyof typeof ko;

/**
 * Plain texts stay strings; texts with values arrive parsed, so that no parser travels along. The type
 * says less than that because react-intl declares a catalogue as one kind or the other.
 */
export type Messages = Record<string, string> | Record<string, MessageFormatElement[]>;

export type MessageLanguage = 'ko' | 'en';

/** Each language is a chunk of its own: only the shown one is fetched. */
const LOADERS: Readonly<Record<MessageLanguage, () => Promise<{ default: Messages }>>> = {
  ko: () => import('#i18n/ko.ts'),
  en: () => import('#i18n/en.ts'),
};

/** Fetches the texts of a language. Rejects when the chunk cannot be loaded. */
export const loadMessages = async (language: MessageLanguage): Promise<Messages> =>
  (await LOADERS[language]()).default;
