import { fromPromise, sendTo, waitFor } from 'xstate';
import { type LanguageInput, languageMachine } from '#machines/language/language.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { TextLoaders } from './texts.ts';

/** The texts of a page; the portal is notified of their language. */
export const providedLanguage = (
  { loadFirst, loadOthers }: TextLoaders,
  portal: () => PortalRef,
  painted: (signal: AbortSignal) => Promise<void>,
) =>
  languageMachine.provide({
    actors: {
      loadFirst: fromPromise<void, LanguageInput>(({ input: { language } }) => loadFirst(language)),
      loadOthers: fromPromise<void, LanguageInput>(async ({ input: { language }, signal }) => {
        await painted(signal);
        await loadOthers(language);
      }),
      loadAll: fromPromise<void, LanguageInput>(async ({ input: { language } }) => {
        await Promise.all([loadFirst(language), loadOthers(language)]);
      }),
    },
    actions: {
      reportLanguage: sendTo(portal, (_, locale) => ({ type: 'language.chosen', locale })),
    },
  });

/** Waits until all texts of the shown language are there. Rejects when some did not arrive. */
export async function completeTexts(portal: PortalRef): Promise<void> {
  const { language } = portal.getSnapshot().children;
  language?.send({ type: 'texts.request' });
  const isOver =
    language && (await waitFor(language, ({ tags }) => tags.has('complete') || tags.has('failed')));
  if (!isOver?.hasTag('complete')) throw new Error('Texts of the page did not arrive');
}

/** Waits until the page can be drawn. Rejects when its first texts did not arrive. */
export async function firstTexts(portal: PortalRef): Promise<void> {
  const { language } = portal.getSnapshot().children;
  const isOver =
    language && (await waitFor(language, ({ tags }) => tags.has('drawable') || tags.has('failed')));
  if (!isOver?.hasTag('drawable')) throw new Error('The first texts of the page did not arrive');
}
