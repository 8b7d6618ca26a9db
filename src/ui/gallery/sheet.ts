import type { ComponentType } from 'react';
import type { SwitcherLanguage } from '#src/ui/language-switcher.tsx';

/** Chooses between a Korean and an English text. */
export type Say = (ko: string, en: string) => string;

export interface SheetProps {
  readonly say: Say;
}

/** One page of the gallery, by the name that its address carries. */
export type Sheets = Readonly<Record<string, ComponentType<SheetProps>>>;

export function sayIn(language: SwitcherLanguage): Say {
  return (ko, en) => (language === 'ko' ? ko : en);
}
