import { createContext, useContext } from 'react';
import type { TextKey } from '#atlas/texts/texts.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Language } from '#atlas/words/types.ts';
import { data } from './data.ts';

const LABELS = { ko: new Labels(data.words, 'ko'), en: new Labels(data.words, 'en') } as const;

/** The labels of the machines of the project in a language. */
export const labelsIn = (language: Language): Labels => LABELS[language];

const LanguageContext = createContext<Language>('ko');
export const LanguageProvider = LanguageContext.Provider;

/** Returns the selected language, the labels of the machines, and a function that returns texts of the atlas. */
export function useTexts() {
  const language = useContext(LanguageContext);
  const labels = labelsIn(language);
  return { language, labels, text: (key: TextKey): string => labels.text(key) };
}
