import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Authenticator, addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import type { Site } from '#tests/support/e2e/site.ts';
import { LANGUAGES, type Language } from '#tests/support/e2e/texts.ts';
import { randomOf } from '#tests/support/journey/random.ts';
import { returnToPage } from './documents.ts';
import { pageProblems } from './laws.ts';
import { type Move, nextMove, type Walk } from './moves.ts';
import { createPresentedProofs, PASSWORDS, WALKERS } from './people.ts';
import { methodNamed } from './proofs.ts';
import { createSleep, tabsOf } from './tab.ts';

/** The result of a walk: the problems after a step, with the path of the walk; null if there were no problems. */
export type BrowserWalkResult = {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly path: readonly string[];
} | null;

/** The time that a step waits for the browser. */
const STEP_TIMEOUT_MS = 20_000;

const LOCALES: Readonly<Record<Language, string>> = { ko: 'ko-KR', en: 'en-US' };

/** The type code of the method that is named in the titles of the screen. */
async function methodOn(page: Page): Promise<string | null> {
  const titles = await page.locator('main h1, main h2, main label:has(input:checked)').allInnerTexts();
  return methodNamed(titles);
}

const SESSION_PATHS = ['/service/session', '/expenses/session'];

/** The IDs of the people who are signed in at the services. */
async function signedInIds(context: BrowserContext, { lab }: Site): Promise<readonly string[]> {
  const sessions = await Promise.all(
    SESSION_PATHS.map(async (path) => (await context.request.get(`${lab}${path}`)).json()),
  );
  return sessions.flatMap((session) => {
    const name = session.claims?.sub ?? session.nameId ?? session.profile?.nameID ?? null;
    return session.signedIn ? [String(name)] : [];
  });
}

/** Whether the error says that the page navigated or closed meanwhile. */
const isNavigationError = (error: unknown): boolean =>
  /ERR_ABORTED|interrupted by another|context was destroyed|Target page, context|navigat/i.test(
    String(error),
  );

/** Whether the lab may refuse the move. */
const mayBeRefused = ({ label }: Move): boolean => /^the (phone|app)|^open a (password )?link/.test(label);

/** Performs a move, and returns a description of the problem if the move fails unexpectedly. */
async function performMove(move: Move): Promise<readonly string[]> {
  try {
    await move.run();
    return [];
  } catch (error) {
    return isNavigationError(error) || mayBeRefused(move)
      ? []
      : [`the move failed: ${String(error).slice(0, 300)}`];
  }
}

/** Whether an authenticator of an open tab has a passkey. */
async function hasPasskey(authenticators: readonly Authenticator[]): Promise<boolean> {
  const credentials = await Promise.all(authenticators.map((each) => each.credentials().catch(() => [])));
  return credentials.flat().length > 0;
}

/** Starts a walk of a random person in a new browser context. */
async function startWalk(browser: Browser, site: Site, seed: number) {
  const random = randomOf(seed);
  const language = random.pick(LANGUAGES);
  const { userId } = random.pick(WALKERS);
  const context = await browser.newContext({
    locale: LOCALES[language],
    colorScheme: random.pick(['light', 'dark']),
    viewport: random.pick([
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]),
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const problems = await watchProblems(context);
  const firstPage = await context.newPage();
  const authenticators: Authenticator[] = [];
  const prepareTab = async (page: Page) => void authenticators.push(await addAuthenticator(page, site.lab));
  await prepareTab(firstPage);
  const walk: Walk = {
    userId,
    context,
    site,
    random,
    methodOn,
    devices: devicesAt(site.lab),
    presentedProofs: createPresentedProofs(),
    tabs: tabsOf(context, firstPage, prepareTab),
    sleep: createSleep(context, site),
    secrets: new Set(PASSWORDS),
  };
  return { walk, problems, authenticators, language };
}

/**
 * Walks at random over the built portal with a real server, and checks the page and the signed-in people after every
 * step.
 * @param site a site that no other walk has used, so that the same seed gives the same walk
 * @param steps the number of moves
 * @param extraLaw returns further problems of a page
 */
export async function randomBrowserWalk(
  browser: Browser,
  site: Site,
  seed: number,
  steps: number,
  extraLaw: (page: Page) => readonly string[] = () => [],
): Promise<BrowserWalkResult> {
  const { walk, problems, authenticators, language } = await startWalk(browser, site, seed);
  const { context, tabs, presentedProofs, secrets } = walk;
  const path: string[] = [`${walk.userId}, ${language}`];
  try {
    await tabs.current().goto(`${site.lab}/service/login`);
    let checksFocus = true;
    for (let step = 1; step <= steps; step += 1) {
      const move = await nextMove(walk);
      path.push(move.label);
      const moveProblems = await performMove(move);
      await returnToPage(tabs.current());
      checksFocus = move.givesPageFocus ?? (checksFocus && !move.mayTakeFocus);
      const page = tabs.current();
      const problemsOfPage = await pageProblems(page, [...secrets], checksFocus);
      if (await hasPasskey(authenticators)) presentedProofs.present('passkey');
      const people = await signedInIds(context, site);
      const objections = people.flatMap((userId) => presentedProofs.objection(userId) ?? []);
      path.push(`  ${new URL(page.url()).pathname}${people.length > 0 ? ` as ${people.join(', ')}` : ''}`);
      const allProblems = [...moveProblems, ...problemsOfPage, ...problems, ...objections, ...extraLaw(page)];
      if (allProblems.length > 0) return { seed, problems: allProblems, path };
    }
    return null;
  } finally {
    await context.close();
  }
}

/** The command and the path that reproduce a failure of a walk. */
export const browserWalkFailureText = ({ seed, problems, path }: NonNullable<BrowserWalkResult>): string =>
  `npm run walks -- --page --seed ${seed} --walks 1\n${problems.join('\n')}\n  ${path.join('\n  ')}`;
