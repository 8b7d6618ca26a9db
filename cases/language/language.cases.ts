import type { Cases } from '#cases/cases.ts';
import type { LanguageMachine } from '#machines/language/language.machine.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'language.request', language: 'ko' },
    { type: 'language.request', language: 'en' },
    { type: 'texts.request' },
  ],
  answers: { loadFirst: [undefined], loadOthers: [undefined], loadAll: [undefined] },
} satisfies Cases<LanguageMachine>;
