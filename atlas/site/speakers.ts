import { Speaker } from '#atlas/words/speaker.ts';
import { data } from './data.ts';
import type { Language } from './texts.ts';

const SPEAKERS = { ko: new Speaker(data.words, 'ko'), en: new Speaker(data.words, 'en') } as const;

/** Says machines in a language. */
export const speakerOf = (language: Language): Speaker => SPEAKERS[language];
