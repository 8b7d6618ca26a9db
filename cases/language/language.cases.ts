import type { Cases } from '#cases/cases.ts';
import type { LanguageMachine } from '#machines/language/language.machine.ts';

/** What a person, a screen and the network may do to it. */
export const cases = {
  events: [
    { type: 'language.wanted', language: 'ko' },
    { type: 'language.wanted', language: 'en' },
    { type: 'texts.wanted' },
  ],
  answers: { loadFirst: [undefined], loadOthers: [undefined], loadAll: [undefined] },
} satisfies Cases<LanguageMachine>;
