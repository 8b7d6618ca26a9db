import type { MessageFormatElement } from 'react-intl';
import type { PhoneLanguage } from '#machines/phone/phone.types.ts';

/** The texts of the app in one language. The build has parsed them. */
export type PhoneTexts = {
  readonly language: PhoneLanguage;
  readonly messages: Record<string, MessageFormatElement[]>;
};

const LOADERS = {
  ko: () => import('#i18n/phone.ko.json'),
  en: () => import('#i18n/phone.en.json'),
} as const satisfies Record<PhoneLanguage, () => Promise<unknown>>;

/** Loads the texts of a language. Both languages are also available without a network, from the service worker. */
export async function loadTexts(language: PhoneLanguage): Promise<PhoneTexts> {
  const { default: messages } = await LOADERS[language]();
  return { language, messages: messages as unknown as PhoneTexts['messages'] };
}
