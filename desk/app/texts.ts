import type { MessageFormatElement } from 'react-intl';
import en from '#i18n/desk.en.json';
import ko from '#i18n/desk.ko.json';
import errorsEn from '#i18n/errors.en.json';
import errorsKo from '#i18n/errors.ko.json';
import type { DeskLanguage } from '#machines/desk/desk.types.ts';

/** Parsed texts by key. */
type Texts = Record<string, MessageFormatElement[]>;

/**
 * The texts of the help desk and the error texts of the portal. The build has parsed them, so the page needs no
 * parser.
 */
export const TEXTS: Readonly<Record<DeskLanguage, Texts>> = {
  ko: { ...errorsKo, ...ko } as unknown as Texts,
  en: { ...errorsEn, ...en } as unknown as Texts,
};
