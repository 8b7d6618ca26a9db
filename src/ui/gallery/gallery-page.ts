import type { ComponentType } from 'react';
import type { SwitcherLanguage } from '#src/ui/language-switcher.tsx';

/** Chooses between a Korean and an English text. */
export type PickText = (ko: string, en: string) => string;

export interface GalleryPageProps {
  readonly pick: PickText;
}

/** One page of the gallery, by the name in its address. */
export type GalleryPages = Readonly<Record<string, ComponentType<GalleryPageProps>>>;

export function pickIn(language: SwitcherLanguage): PickText {
  return (ko, en) => (language === 'ko' ? ko : en);
}
