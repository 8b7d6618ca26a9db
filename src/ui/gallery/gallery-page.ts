import type { ComponentType } from 'react';
import type { SwitcherLanguage } from '#src/ui/language-switcher.tsx';

/** Chooses between a Korean and an English text. */
export type PickText = (ko: string, en: string) => string;

export interface GalleryPageProps {
  readonly pick: PickText;
}

/** The pages of the gallery, by the name in the address. */
export type GalleryPages = Readonly<Record<string, ComponentType<GalleryPageProps>>>;

/** Returns the function that chooses the text of a language. */
export function pickTextIn(language: SwitcherLanguage): PickText {
  return (ko, en) => (language === 'ko' ? ko : en);
}
