import { fromPromise, sendTo, waitFor } from 'xstate';
import { type LanguageInput, languageMachine } from '#machines/language/language.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { TextLoaders } from './texts.ts';

/** The language machine of a page. It reports the chosen language to the portal. */
export const providedLanguage = (
  { loadFirst, loadOthers }: TextLoaders,
  portal: () => PortalRef,
  waitForPaint: (signal: AbortSignal) => Promise<void>,
) =>
  languageMachine.provide({
    actors: {
      loadFirst: fromPromise<void, LanguageInput>(({ input: { language } }) => loadFirst(language)),
      loadOthers: fromPromise<void, LanguageInput>(async ({ input: { language }, signal }) => {
        await waitForPaint(signal);
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

/** Whether all texts of the shown language have loaded. */
export const hasAllTexts = (portal: PortalRef): boolean =>
  portal.getSnapshot().children.language?.getSnapshot().hasTag('complete') === true;

/** Requests all texts of the shown language and waits for them. Rejects if a text could not be loaded. */
export async function waitForAllTexts(portal: PortalRef): Promise<void> {
  const { language } = portal.getSnapshot().children;
  language?.send({ type: 'texts.request' });
  const snapshot =
    language && (await waitFor(language, ({ tags }) => tags.has('complete') || tags.has('failed')));
  if (!snapshot?.hasTag('complete')) throw new Error('Texts are missing');
}

/** Waits until the texts of the first screen have loaded. Rejects if they could not be loaded. */
export async function waitForFirstTexts(portal: PortalRef): Promise<void> {
  const { language } = portal.getSnapshot().children;
  const snapshot =
    language && (await waitFor(language, ({ tags }) => tags.has('drawable') || tags.has('failed')));
  if (!snapshot?.hasTag('drawable')) throw new Error('Texts are missing');
}
