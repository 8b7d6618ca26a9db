import { Labels } from '#atlas/words/labels.ts';
import type { Language } from '#atlas/words/types.ts';
import { data } from './data.ts';

const LABELS = { ko: new Labels(data.words, 'ko'), en: new Labels(data.words, 'en') } as const;

/** The labels of the project's machines in a language. */
export const labelsIn = (language: Language): Labels => LABELS[language];
