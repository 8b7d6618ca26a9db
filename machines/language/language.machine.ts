import { assign, setup } from 'xstate';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';

/** A language that has texts. */
export type ShownLanguage = 'ko' | 'en';

export type LanguageInput = { readonly language: ShownLanguage };

export type LanguageEvent =
  /** The person chooses a language, possibly the shown language. */
  | { readonly type: 'language.request'; readonly language: ShownLanguage }
  /** A later screen needs the texts that are still missing. */
  | { readonly type: 'texts.request' };

type LanguageContext = {
  /** The shown language. */
  readonly current: ShownLanguage;
  /** The chosen language, whose texts may still be loading. */
  readonly next: ShownLanguage;
};

/**
 * The texts on the page. The texts of the first screens load first, all other texts after the first render. A chosen
 * language is shown when all its texts have loaded, so that the page never mixes languages.
 */
export const languageMachine = setup({
  types: {
    context: {} as LanguageContext,
    events: {} as LanguageEvent,
    input: {} as LanguageInput,
    tags: {} as 'drawable' | 'complete' | 'failed',
  },
  actors: {
    /** Fetches the texts of the first screens. */
    loadFirst: port<void, LanguageInput>('language.loadFirst'),
    /** Fetches all other texts. */
    loadOthers: port<void, LanguageInput>('language.loadOthers'),
    /** Fetches every text of a language. */
    loadAll: port<void, LanguageInput>('language.loadAll'),
  },
  guards: { isShown: ({ context }, language: ShownLanguage) => context.current === language },
  actions: {
    setChosenLanguage: assign((_, next: ShownLanguage) => ({ next })),
    setShownLanguage: assign(({ context }) => ({ current: context.next })),
    /** Reports the chosen language once its texts have loaded. */
    reportLanguage: (_, _language: ShownLanguage) => {
      throw new UnprovidedPortError('language.reportLanguage');
    },
  },
}).createMachine({
  id: 'language',
  context: ({ input: { language } }) => ({ current: language, next: language }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Loads the texts of the first screens, which are needed for the first render.',
      invoke: {
        id: 'loadFirst',
        src: 'loadFirst',
        input: ({ context }) => ({ language: context.current }),
        onDone: 'drawn',
        onError: 'missing',
      },
    },
    missing: {
      description: 'The first texts did not arrive. The page says so and can be loaded again.',
      tags: 'failed',
    },
    drawn: {
      description: 'The page can be rendered.',
      tags: 'drawable',
      on: {
        'language.request': [
          {
            guard: { type: 'isShown', params: ({ event }) => event.language },
            target: '.completing',
            actions: { type: 'reportLanguage', params: ({ event }) => event.language },
          },
          {
            target: '.switching',
            actions: { type: 'setChosenLanguage', params: ({ event }) => event.language },
          },
        ],
      },
      initial: 'completing',
      states: {
        completing: {
          description: 'Loads the texts of the later screens after the first render.',
          invoke: {
            id: 'loadOthers',
            src: 'loadOthers',
            input: ({ context }) => ({ language: context.current }),
            onDone: 'complete',
            onError: 'incomplete',
          },
        },
        complete: { description: 'All texts of the shown language have loaded.', tags: 'complete' },
        incomplete: {
          description: 'Texts of later screens are missing; a screen that needs them requests them again.',
          tags: 'failed',
          on: { 'texts.request': 'completing' },
        },
        switching: {
          description: 'Loads all texts of the chosen language. The previous language stays meanwhile.',
          invoke: {
            id: 'loadAll',
            src: 'loadAll',
            input: ({ context }) => ({ language: context.next }),
            onDone: {
              target: 'complete',
              actions: [
                'setShownLanguage',
                { type: 'reportLanguage', params: ({ context }) => context.next },
              ],
            },
            onError: 'unchanged',
          },
        },
        unchanged: {
          description: 'The chosen language could not be loaded, so the previous language stays.',
          tags: 'failed',
          on: { 'texts.request': 'completing' },
        },
      },
    },
  },
});

export type LanguageMachine = typeof languageMachine;
