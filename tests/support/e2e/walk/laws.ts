import type { Page } from '@playwright/test';
import en from '#i18n/en.json' with { type: 'json' };
import errors from '#i18n/errors.en.json' with { type: 'json' };
import flows from '#i18n/flows.en.json' with { type: 'json' };
import { retryOnNavigation } from './documents.ts';

const MESSAGE_KEYS: ReadonlySet<string> = new Set([en, errors, flows].flatMap((texts) => Object.keys(texts)));

/** Matches a text that is not meant for people. */
const TECHNICAL_TEXT = /\bundefined\b|\bNaN\b|\[object |Invalid Date|\bTypeError\b/;

/** Descriptions of the texts that no person should read. */
export const textProblems = (texts: readonly string[]): readonly string[] => [
  ...texts.filter((text) => MESSAGE_KEYS.has(text)).map((key) => `a key on the page: ${key}`),
  ...texts
    .filter((text) => TECHNICAL_TEXT.test(text))
    .map((text) => `not meant for people: ${text.slice(0, 80)}`),
];

type PageState = {
  readonly titles: readonly string[];
  readonly mainCount: number;
  readonly texts: readonly string[];
  /** The focused element as markup. */
  readonly focus: string;
  readonly isFocusLost: boolean;
  readonly isPortal: boolean;
  /** The storage, address and history state of the page, as text. */
  readonly stored: string;
  readonly hasCrashed: boolean;
};

/** Reads the values that the laws check. Runs on the page. */
function readPage(): PageState {
  const visible = (selector: string) =>
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
    titles: visible('h1').map(({ textContent }) => textContent?.trim() ?? ''),
    mainCount: visible('main').length,
    texts: texts.filter(Boolean),
    focus: (active?.outerHTML ?? '').slice(0, 80),
    isFocusLost: isLost,
    isPortal: document.getElementById('root') !== null,
    stored: JSON.stringify([
      window.location.href,
      Object.entries({ ...sessionStorage }),
      Object.entries({ ...localStorage }),
      window.history.state,
    ]),
    hasCrashed: document.querySelector('.start-failure')?.checkVisibility() === true,
  };
}

/** Waits until the page is not busy and does not change. Returns false after the time limit. Runs on the page. */
function waitForUnchangedPage(limitMs: number): Promise<boolean> {
  const startedAt = performance.now();
  const markupLength = () => document.body?.innerHTML.length ?? 0;
  let before = -1;
  let unchangedChecks = 0;
  return new Promise((resolve) => {
    const check = () => {
      const isBusy =
        document.readyState !== 'complete' || document.querySelector('main [aria-busy=true]') !== null;
      const now = markupLength();
      unchangedChecks = isBusy || now !== before ? 0 : unchangedChecks + 1;
      before = now;
      if (unchangedChecks >= 3) resolve(true);
      else if (performance.now() - startedAt > limitMs) resolve(false);
      else setTimeout(check, 25);
    };
    check();
  });
}

/** The time that a page may take to settle on a busy computer. */
const SETTLING_LIMIT_MS = 20_000;

/** Waits until a page has settled. Returns false if the page does not settle within the limit. */
export const waitUntilSettled = (page: Page): Promise<boolean> =>
  page.evaluate(waitForUnchangedPage, SETTLING_LIMIT_MS);

/** Waits until a page has settled, and reads the values that the laws check. */
const readWhenSettled = (page: Page): Promise<PageState & { readonly hasSettled: boolean }> =>
  retryOnNavigation(page, async () => {
    const hasSettled = await waitUntilSettled(page);
    return { ...(await page.evaluate(readPage)), hasSettled };
  });

/**
 * Descriptions of the problems of a page, after it has settled.
 * @param secrets typed texts that the page must not store
 * @param checksFocus whether a lost focus is a problem; not after the Tab key, which may move the focus out of the page
 */
export async function pageProblems(
  page: Page,
  secrets: readonly string[],
  checksFocus: boolean,
): Promise<readonly string[]> {
  const state = await readWhenSettled(page);
  const [title = ''] = state.titles;
  const problems = [
    state.titles.length === 1 && title !== '' ? '' : `titles: ${JSON.stringify(state.titles)}`,
    state.hasSettled ? '' : 'the page does not settle',
    state.mainCount === 1 ? '' : `${state.mainCount} main regions`,
    state.hasCrashed ? 'the page has crashed' : '',
    checksFocus && state.isPortal && state.isFocusLost ? `the focus is lost: ${state.focus}` : '',
    ...textProblems(state.texts),
    ...secrets
      .filter(
        (secret) =>
          state.stored.includes(`"${secret}"`) || (secret.length > 8 && state.stored.includes(secret)),
      )
      .map((secret) => `stored: ${secret}`),
  ];
  return problems.filter(Boolean);
}
