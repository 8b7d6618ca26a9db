import { createIntl } from 'react-intl';
import deskEn from '#i18n/desk.en.json' with { type: 'json' };
import deskKo from '#i18n/desk.ko.json' with { type: 'json' };
import en from '#i18n/en.json' with { type: 'json' };
import errorsEn from '#i18n/errors.en.json' with { type: 'json' };
import errorsKo from '#i18n/errors.ko.json' with { type: 'json' };
import flowsEn from '#i18n/flows.en.json' with { type: 'json' };
import flowsKo from '#i18n/flows.ko.json' with { type: 'json' };
import ko from '#i18n/ko.json' with { type: 'json' };
import { settleParticles } from '#i18n/particles.ts';
import phoneEn from '#i18n/phone.en.json' with { type: 'json' };
import phoneKo from '#i18n/phone.ko.json' with { type: 'json' };

export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export type TextKey =
  | keyof typeof ko
  | keyof typeof flowsKo
  | keyof typeof errorsKo
  | keyof typeof phoneKo
  | keyof typeof deskKo;

const CATALOGUES: Readonly<Record<Language, Record<string, string>>> = {
  ko: { ...ko, ...flowsKo, ...errorsKo, ...phoneKo, ...deskKo },
  en: { ...en, ...flowsEn, ...errorsEn, ...phoneEn, ...deskEn },
};

/** Returns the text of a key, with inserted values. */
export type TextOf = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The title of the tab: the title of the screen and the name of the portal. */
export const tabTitle = (text: TextOf, key: TextKey): string => `${text(key)} · ${text('brand.name')}`;

/** Returns a function that looks up texts in a language. The function throws for an unknown key or a missing value. */
export const textIn = (language: Language): TextOf => {
  const intl = createIntl({
    locale: language,
    messages: CATALOGUES[language],
    onError: (error) => {
      throw error;
    },
  });
  return (key, values) => {
    const text = intl.formatMessage({ id: key }, values);
    return language === 'ko' ? settleParticles(text) : text;
  };
};
