import { screen } from '@testing-library/react';
import { LANGUAGES } from '#atlas/words/types.ts';
import { settle } from '#tests/support/ports.ts';
import { expectTextsAndTitle, textIn } from '#tests/support/views.tsx';
import { type JourneyModel, pathText, type Vertex } from './graph.ts';
import type { Law } from './law.ts';
import { LAWS, stateValuesOf } from './laws.ts';
import { type DrivenPage, showPortal } from './page.tsx';
import { pickFromGroups, type Random, randomOf } from './random.ts';
import { answerMoves, type Move, problemsOf, shortText, surroundingMoves, type WalkResult } from './walk.ts';

/** Texts that a person may type: an ID, a phone number, and invalid texts. */
const TEXTS = ['kim', '01012345678', '가나다', '<b>', ' ', 'x'.repeat(40)];

/** Secrets that a person may type into any field except the ID field, whose text is stored. */
const SECRETS = ['493817', 'Munjigi!2026'];

const isIdField = ({ autocomplete }: HTMLInputElement): boolean =>
  autocomplete.split(' ').includes('username');

const CONTROL_SELECTOR = 'button, a[href], input, summary';

/** Whether a control does not lead to another site, which would unload the page. */
const staysOnSite = (control: HTMLElement): boolean =>
  !(control instanceof HTMLAnchorElement) || control.origin === window.location.origin;

/** Controls that a person can reach now: while a modal dialog is open, only those inside it. */
function reachableControls(): readonly HTMLElement[] {
  const modal = document.querySelector('dialog[open]');
  return [...(modal ?? document).querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(
    (control) =>
      !control.matches(':disabled') &&
      control.closest('[hidden], [inert], dialog:not([open])') === null &&
      staysOnSite(control),
  );
}

const isTextField = (control: HTMLElement): control is HTMLInputElement =>
  control instanceof HTMLInputElement && !['checkbox', 'radio', 'submit', 'button'].includes(control.type);

const describeControl = (control: HTMLElement): string =>
  `${control.tagName.toLowerCase()} ${shortText(control.getAttribute('aria-label') ?? (control.textContent || control.id))}`;

/** Wraps a move in React's `act`. Moves of a person do not need it: the user-event library wraps them. */
const insideAct =
  ({ inAct }: DrivenPage) =>
  ({ label, run }: Move): Move => ({ label, run: () => inAct(run) });

/** The moves of a person at each control: typing into a field, or pressing anything else. */
function controlMoves({ user }: DrivenPage, { pick, next }: Random): readonly Move[] {
  const controls = reachableControls();
  const controlsOfScreen = controls.filter((control) => control.closest('main, dialog'));
  // Header and footer are the same everywhere, and their links lead back to the start: they are used less often.
  const candidates = controlsOfScreen.length > 0 && next() < 0.9 ? controlsOfScreen : controls;
  return candidates.map((control): Move => {
    if (!isTextField(control))
      return { label: `press ${describeControl(control)}`, run: () => user.click(control) };
    const text = pick(isIdField(control) ? TEXTS : [...TEXTS, ...SECRETS]);
    const isSubmitted = next() < 0.5;
    return {
      label: `type ${shortText(text)} into ${describeControl(control)}${isSubmitted ? ' and submit it' : ''}`,
      run: async () => {
        await user.click(control);
        await user.paste(text);
        if (isSubmitted) await user.keyboard('{Enter}');
      },
    };
  });
}

const keyMoves = ({ user }: DrivenPage, { pick }: Random): readonly Move[] => {
  const key = pick(['{Escape}', '{Tab}', '{Enter}', ' ']);
  return [{ label: `key ${shortText(key)}`, run: () => user.keyboard(key) }];
};

/** The person enters the address of a screen, or goes back. */
function addressMoves(
  { drivenPortal }: DrivenPage,
  model: JourneyModel,
  { pick, next }: Random,
): readonly Move[] {
  if (next() < 0.5) return [{ label: 'back', run: async () => window.history.back() }];
  const event = pick(model.portalCases.events.filter(({ type }) => type === 'route.requested'));
  return [{ label: shortText(event), run: () => drivenPortal.send({ to: model.portal.id, event }) }];
}

/** Chooses the next move from groups with weights. */
function nextMove(page: DrivenPage, model: JourneyModel, random: Random): Move {
  return pickFromGroups(random, [
    [45, controlMoves(page, random)],
    [38, answerMoves(page.drivenPortal, model, random).map(insideAct(page))],
    [7, surroundingMoves(page.drivenPortal, random).map(insideAct(page))],
    [5, keyMoves(page, random)],
    [5, addressMoves(page, model, random).map(insideAct(page))],
  ]);
}

/** Descriptions of the problems of the page itself, without the laws. */
function pageProblems(): readonly string[] {
  const hasCrashed = LANGUAGES.some(
    (language) => screen.queryByText(textIn(language)('crash.title')) !== null,
  );
  if (hasCrashed) return ['the page has crashed'];
  try {
    expectTextsAndTitle();
    return [];
  } catch (error) {
    return [`the page is not complete: ${String(error)}`];
  }
}

/** The machines with their cases, and the vertices from which walks begin. */
export type WalkStart = { readonly model: JourneyModel; readonly starts: readonly Vertex[] };

/**
 * Walks at random over the real page, from a random state of the portal, and checks the page and all laws after
 * every step.
 * @param stepCount the number of steps
 */
export async function randomPageWalk(
  seed: number,
  stepCount: number,
  { model, starts }: WalkStart,
  laws: readonly Law[] = LAWS.filter(({ isPortalOnly }) => !isPortalOnly),
): Promise<WalkResult> {
  const random = randomOf(seed);
  const page = await showPortal(() => undefined);
  const { path } = random.pick(starts);
  const log = [pathText(path)];
  try {
    for (const pathEvent of path) await page.send(pathEvent);
    for (let count = 1; count <= stepCount; count += 1) {
      const move = nextMove(page, model, random);
      log.push(`${JSON.stringify(stateValuesOf(page.drivenPortal.state()))}\n     ${move.label}`);
      await move.run();
      await page.inAct(settle);
      const problems = [...pageProblems(), ...problemsOf(page.drivenPortal, model, laws)];
      if (problems.length > 0) return { seed, problems, path: log.join('\n  → ') };
    }
    return null;
  } finally {
    page.close();
  }
}
