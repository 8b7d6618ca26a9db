import type { Page } from '@playwright/test';
import en from '#i18n/en.json' with { type: 'json' };
import errors from '#i18n/errors.en.json' with { type: 'json' };
import flows from '#i18n/flows.en.json' with { type: 'json' };
import { throughDocuments } from './documents.ts';

const KEYS: ReadonlySet<string> = new Set([en, errors, flows].flatMap((texts) => Object.keys(texts)));

/** A text that is not meant for people. */
const UNMEANT = /\bundefined\b|\bNaN\b|\[object |Invalid Date|\bTypeError\b/;

/** Texts that no person should read. */
export const textProblems = (texts: readonly string[]): readonly string[] => [
  ...texts.filter((text) => KEYS.has(text)).map((key) => `a key on the page: ${key}`),
  ...texts.filter((text) => UNMEANT.test(text)).map((text) => `meant for nobody: ${text.slice(0, 80)}`),
];

type Seen = {
  readonly titles: readonly string[];
  readonly mains: number;
  readonly texts: readonly string[];
  /** The focused element as markup. */
  readonly focus: string;
  readonly isFocusLost: boolean;
  readonly isPortal: boolean;
  /** All that the page keeps, and where it is. */
  readonly kept: string;
  readonly crashed: boolean;
};

/** Runs on the page: what the laws are about. */
function look(): Seen {
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [document.title];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!/^(SCRIPT|STYLE|NOSCRIPT|CODE|PRE)$/.test(node.parentElement?.tagName ?? ''))
      texts.push(node.data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      texts.push(element.getAttribute(name) ?? '');
  }
  const active = document.activeElement;
  const modal = document.querySelector('dialog[open]');
  const isLost = active === null || active === document.body || (modal !== null && !modal.contains(active));
  return {
    titles: shown('h1').map(({ textContent }) => textContent?.trim() ?? ''),
    mains: shown('main').length,
    texts: texts.filter(Boolean),
    focus: (active?.outerHTML ?? '').slice(0, 80),
    isFocusLost: isLost,
    isPortal: document.getElementById('root') !== null,
    kept: JSON.stringify([
      window.location.href,
      Object.entries({ ...sessionStorage }),
      Object.entries({ ...localStorage }),
      window.history.state,
    ]),
    crashed: document.querySelector('.start-failure')?.checkVisibility() === true,
  };
}

/** Runs on the page: resolves when nothing is under way and nothing moves; false when that does not come. */
function rest(limit: number): Promise<boolean> {
  const startedAt = performance.now();
  const picture = () => document.body?.innerHTML.length ?? 0;
  let before = -1;
  let calm = 0;
  return new Promise((resolve) => {
    const look = () => {
      const isBusy =
        document.readyState !== 'complete' || document.querySelector('main [aria-busy=true]') !== null;
      const now = picture();
      calm = isBusy || now !== before ? 0 : calm + 1;
      before = now;
      if (calm >= 3) resolve(true);
      else if (performance.now() - startedAt > limit) resolve(false);
      else setTimeout(look, 25);
    };
    look();
  });
}

/** How long a page may work before a person gives up on it, in milliseconds of a busy machine. */
const PATIENCE = 20_000;

/** Waits until a page does nothing more by itself; false when that does not come. */
export const comesToRest = (page: Page): Promise<boolean> => page.evaluate(rest, PATIENCE);

/** Waits until a page does nothing more by itself, and looks at it. */
const restedLook = (page: Page): Promise<Seen & { readonly isCalm: boolean }> =>
  throughDocuments(page, async () => {
    const isCalm = await comesToRest(page);
    return { ...(await page.evaluate(look)), isCalm };
  });

/**
 * What is wrong with a page when it has come to rest.
 * @param secrets what was typed and may stand nowhere
 * @param minds whether the focus is looked at: the Tab key may take it out of the page
 */
export async function pageProblems(
  page: Page,
  secrets: readonly string[],
  minds: boolean,
): Promise<readonly string[]> {
  const seen = await restedLook(page);
  const [title = ''] = seen.titles;
  const problems = [
    seen.titles.length === 1 && title !== '' ? '' : `titles: ${JSON.stringify(seen.titles)}`,
    seen.isCalm ? '' : 'the page is still at work',
    seen.mains === 1 ? '' : `${seen.mains} main regions`,
    seen.crashed ? 'the page has crashed' : '',
    minds && seen.isPortal && seen.isFocusLost ? `the focus is lost: ${seen.focus}` : '',
    ...textProblems(seen.texts),
    ...secrets
      .filter(
        (secret) => seen.kept.includes(`"${secret}"`) || (secret.length > 8 && seen.kept.includes(secret)),
      )
      .map((secret) => `kept: ${secret}`),
  ];
  return problems.filter(Boolean);
}
