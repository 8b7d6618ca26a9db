import type { MessageFormatElement } from 'react-intl';
import en from '#i18n/phone.en.json';
import ko from '#i18n/phone.ko.json';
import type { PhoneLanguage } from '#machines/phone/phone.types.ts';

type Texts = Record<string, MessageFormatElement[]>;

/** Both languages are there without a network. The build parses the texts, so that no parser travels along. */
export const TEXTS: Readonly<Record<PhoneLanguage, Texts>> = {
  ko: ko as unknown as Texts,
  en: en as unknown as Texts,
};
