import { phoneMachine } from '#machines/phone/phone.machine.ts';

/** The app whose language nobody keeps. */
export const unkept = phoneMachine.provide({ actions: { keepLanguage: () => undefined } });
