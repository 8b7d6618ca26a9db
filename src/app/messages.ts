import type { MessageFormatElement } from 'react-intl';
import type errors from '#i18n/errors.ko.json';
import type flows from '#i18n/flows.ko.json';
import type first from '#i18n/ko.json';
import { importWithRetry } from './import-with-retry.ts';

/** Every text of the portal has a key (spec sections 5 and 8); both languages have all of them. */
export type MessageKey = keyof typeof first | keyof typeof flows | keyof typeof errors;

/** The build parses the texts, so the page needs no parser. */
export type Messages = Record<string, MessageFormatElement[]>;

export type MessageLanguage = 'ko' | 'en';

type Loader = () => Promise<{ default: unknown }>;

/** Each language has its own chunk: only the shown one is fetched. */
const TEXTS: Readonly<Record<MessageLanguage, Loader>> = {
  ko: () => import('#i18n/ko.json'),
  en: () => import('#i18n/en.json'),
};

/** The texts of the later flows and the error catalogue are fetched after the first screen is shown. */
const OTHER_TEXTS: Readonly<Record<MessageLanguage, readonly Loader[]>> = {
  ko: [() => import('#i18n/flows.ko.json'), () => import('#i18n/errors.ko.json')],
  en: [() => import('#i18n/flows.en.json'), () => import('#i18n/errors.en.json')],
};

const load = async (loader: Loader): Promise<Messages> => (await importWithRetry(loader)).default as Messages;

/** Fetches the texts of the first screens. Rejects when the chunk cannot be loaded. */
export const loadTexts = (language: MessageLanguage): Promise<Messages> => load(TEXTS[language]);

/** Fetches all other texts. Rejects when a chunk cannot be loaded. */
export const loadOtherTexts = async (language: MessageLanguage): Promise<Messages> =>
  Object.assign({}, ...(await Promise.all(OTHER_TEXTS[language].map(load))));
