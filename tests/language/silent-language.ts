import { languageMachine } from '#machines/language/language.machine.ts';

/** A language machine that does not report the language. */
export const silentLanguage = languageMachine.provide({ actions: { reportLanguage: () => undefined } });
