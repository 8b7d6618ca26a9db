import { languageMachine } from '#machines/language/language.machine.ts';

/** A language machine whose port is not connected. */
export const untold = languageMachine.provide({ actions: { reportLanguage: () => undefined } });
