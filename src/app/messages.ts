import type { MessageFormatElement } from 'react-intl';
import type errors from '#i18n/errors.ko.json';
import type flows from '#i18n/flows.ko.json';
import type first from '#i18n/ko.json';
import { importWithRetry } from './import-with-retry.ts';

/** The key of a text of the portal (spec sections 5 and 8). Every key has a text in both languages. */
export type MessageKey = keyof typeof first | keyof typeof flows | keyof typeof errors;

/** Texts by key. The build parses them, so that the page needs no parser. */
export type Messages = Record<string, MessageFormatElement[]>;

export type MessageLanguage = 'ko' | 'en';

type Loader = () => Promise<{ default: unknown }>;

/** Each language has its own chunk, so that only the texts of the shown language are fetched. */
const FIRST_TEXT_LOADERS: Readonly<Record<MessageLanguage, Loader>> = {
  ko: () => import('#i18n/ko.json'),
  en: () => import('#i18n/en.json'),
};

/** Loaders of the texts that the first screen does not need: the texts of the other flows, and the error catalogue. */
const OTHER_TEXT_LOADERS: Readonly<Record<MessageLanguage, readonly Loader[]>> = {
  ko: [() => import('#i18n/flows.ko.json'), () => import('#i18n/errors.ko.json')],
  en: [() => import('#i18n/flows.en.json'), () => import('#i18n/errors.en.json')],
};

const load = async (loader: Loader): Promise<Messages> => (await importWithRetry(loader)).default as Messages;

/** Fetches the texts of the first screen. Rejects if the chunk cannot be loaded. */
export const loadFirstTexts = (language: MessageLanguage): Promise<Messages> =>
  load(FIRST_TEXT_LOADERS[language]);

/** Fetches the texts that `loadFirstTexts` does not fetch. Rejects if a chunk cannot be loaded. */
export const loadOtherTexts = async (language: MessageLanguage): Promise<Messages> =>
  Object.assign({}, ...(await Promise.all(OTHER_TEXT_LOADERS[language].map(load))));
