import { languageMachine } from '#machines/language/language.machine.ts';

/** Texts whose language nobody is told. */
export const untold = languageMachine.provide({ actions: { tellChosen: () => undefined } });
