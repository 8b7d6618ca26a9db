import { screen } from '@testing-library/react';
import { LANGUAGES } from '#atlas/words/types.ts';
import { settle } from '#tests/support/ports.ts';
import { expectTextsAndTitle, textIn } from '#tests/support/views.tsx';
import { type JourneyModel, pathText, type Vertex } from './graph.ts';
import type { Law } from './law.ts';
import { LAWS, valuesOf } from './laws.ts';
import { type DrivenPage, showPortal } from './page.tsx';
import { type Chance, chanceOf } from './random.ts';
import { answers, type BrokenWalk, type Move, problemsOf, short, surroundings } from './walk.ts';

/** Texts that a person may type, valid and invalid ones. */
const TYPED = ['kim', '01012345678', '가나다', '<b>', ' ', 'x'.repeat(40)];

/** Secrets: what is typed as an ID is an ID, and may stay. */
const SECRETS = ['493817', 'Munjigi!2026'];

const isId = ({ autocomplete }: HTMLInputElement): boolean => autocomplete.split(' ').includes('username');

const CONTROLS = 'button, a[href], input, summary';

/** A link to somewhere else would take the page away. */
const staysHere = (control: HTMLElement): boolean =>
  !(control instanceof HTMLAnchorElement) || control.origin === window.location.origin;

/** Controls that a person can reach now: an open modal dialog keeps them away from what is behind it. */
function reachable(): readonly HTMLElement[] {
  const modal = document.querySelector('dialog[open]');
  return [...(modal ?? document).querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) =>
      !control.matches(':disabled') &&
      control.closest('[hidden], [inert], dialog:not([open])') === null &&
      staysHere(control),
  );
}

const isTextField = (control: HTMLElement): control is HTMLInputElement =>
  control instanceof HTMLInputElement && !['checkbox', 'radio', 'submit', 'button'].includes(control.type);

const nameOf = (control: HTMLElement): string =>
  `${control.tagName.toLowerCase()} ${short(control.getAttribute('aria-label') ?? (control.textContent || control.id))}`;

/** What happens outside of the page has to be met by it; what hands do, the page meets by itself. */
const metBy =
  ({ around }: DrivenPage) =>
  ({ says, run }: Move): Move => ({ says, run: () => around(run) });

/** A person types into a field, or presses anything else. */
function hands({ user }: DrivenPage, { pick, next }: Chance): readonly Move[] {
  const controls = reachable();
  const own = controls.filter((control) => control.closest('main, dialog'));
  // The frame of the page is the same everywhere, and its links lead back to the start.
  const near = own.length > 0 && next() < 0.9 ? own : controls;
  return near.map((control): Move => {
    if (!isTextField(control)) return { says: `press ${nameOf(control)}`, run: () => user.click(control) };
    const text = pick(isId(control) ? TYPED : [...TYPED, ...SECRETS]);
    const isSent = next() < 0.5;
    return {
      says: `type ${short(text)} into ${nameOf(control)}${isSent ? ' and send it' : ''}`,
      run: async () => {
        await user.click(control);
        await user.paste(text);
        if (isSent) await user.keyboard('{Enter}');
      },
    };
  });
}

const keys = ({ user }: DrivenPage, { pick }: Chance): readonly Move[] => {
  const key = pick(['{Escape}', '{Tab}', '{Enter}', ' ']);
  return [{ says: `key ${short(key)}`, run: () => user.keyboard(key) }];
};

/** The address bar asks for a screen, or the person goes back. */
function addressBar({ driven }: DrivenPage, model: JourneyModel, { pick, next }: Chance): readonly Move[] {
  if (next() < 0.5) return [{ says: 'back', run: async () => window.history.back() }];
  const event = pick(model.portalCases.events.filter(({ type }) => type === 'route.requested'));
  return [{ says: short(event), run: () => driven.send({ to: model.portal.id, event }) }];
}

function nextMove(page: DrivenPage, model: JourneyModel, chance: Chance): Move {
  const groups: readonly (readonly [number, readonly Move[]])[] = [
    [45, hands(page, chance)],
    [38, answers(page.driven, model, chance).map(metBy(page))],
    [7, surroundings(page.driven, chance).map(metBy(page))],
    [5, keys(page, chance)],
    [5, addressBar(page, model, chance).map(metBy(page))],
  ];
  const bag = groups.flatMap(([weight, moves]) =>
    moves.length > 0 ? Array.from({ length: weight }, () => moves) : [],
  );
  return chance.pick(chance.pick(bag));
}

/** Problems of the page itself. */
function pageProblems(): readonly string[] {
  const crashed = LANGUAGES.some((language) => screen.queryByText(textIn(language)('crash.title')) !== null);
  if (crashed) return ['the page has crashed'];
  try {
    expectTextsAndTitle();
    return [];
  } catch (error) {
    return [`the page is not whole: ${String(error)}`];
  }
}

/** The machines, and places of theirs from which walks begin. */
export type WalkStart = { readonly model: JourneyModel; readonly starts: readonly Vertex[] };

/**
 * Walks over the real page by chance, from a place of the portal that chance chooses too, and looks at page
 * and laws after every step.
 * @param length number of steps
 */
export async function randomPageWalk(
  seed: number,
  length: number,
  { model, starts }: WalkStart,
  laws: readonly Law[] = LAWS.filter(({ isOfPortal }) => !isOfPortal),
): Promise<BrokenWalk> {
  const chance = chanceOf(seed);
  const page = await showPortal(() => undefined);
  const { path } = chance.pick(starts);
  const said = [pathText(path)];
  try {
    for (const pathEvent of path) await page.happen(pathEvent);
    for (let count = 1; count <= length; count += 1) {
      const move = nextMove(page, model, chance);
      said.push(`${JSON.stringify(valuesOf(page.driven.world()))}\n     ${move.says}`);
      await move.run();
      await page.around(settle);
      const problems = [...pageProblems(), ...problemsOf(page.driven, model, laws)];
      if (problems.length > 0) return { seed, problems, path: said.join('\n  → ') };
    }
    return null;
  } finally {
    page.close();
  }
}
