import type { Browser, BrowserContext, Page } from '@playwright/test';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import { type Passkeys, passkeysOf } from '#tests/support/e2e/passkeys.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import type { Site } from '#tests/support/e2e/site.ts';
import { LANGUAGES, type Language } from '#tests/support/e2e/texts.ts';
import { randomOf } from '#tests/support/journey/random.ts';
import { returnToPage } from './documents.ts';
import { pageProblems } from './laws.ts';
import { type Move, nextMove, type Walk } from './moves.ts';
import { noShownProofs, PASSWORDS, WALKERS } from './people.ts';
import { methodNamed } from './proofs.ts';
import { sleeperOf, tabsOf } from './tab.ts';

/** The problems of a walk that broke a law, and the path to them; null when no law was broken. */
export type BrowserWalkFailure = {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly path: readonly string[];
} | null;

/** How long a step waits for the browser. */
const STEP_TIMEOUT_MS = 20_000;

const LOCALES: Readonly<Record<Language, string>> = { ko: 'ko-KR', en: 'en-US' };

/** The type code of the method that the screen names in its titles. */
async function methodOn(page: Page): Promise<string | null> {
  const shown = await page.locator('main h1, main h2, main label:has(input:checked)').allInnerTexts();
  return methodNamed(shown);
}

const SERVICES = ['/service/session', '/expenses/session'];

/** The IDs of the people who are signed in at the services. */
async function signedInIds(context: BrowserContext, { lab }: Site): Promise<readonly string[]> {
  const sessions = await Promise.all(
    SERVICES.map(async (path) => (await context.request.get(`${lab}${path}`)).json()),
  );
  return sessions.flatMap((session) => {
    const name = session.claims?.sub ?? session.nameId ?? session.profile?.nameID ?? null;
    return session.signedIn ? [String(name)] : [];
  });
}

const isExpected = (error: unknown): boolean =>
  /ERR_ABORTED|interrupted by another|context was destroyed|Target page, context|navigat/i.test(
    String(error),
  );

/** Whether a move may fail because the lab refuses it, or because a page navigates meanwhile. */
const mayFail = ({ label }: Move): boolean => /^the (phone|app)|^open a (password )?link/.test(label);

async function run(move: Move): Promise<readonly string[]> {
  try {
    await move.run();
    return [];
  } catch (error) {
    return isExpected(error) || mayFail(move) ? [] : [`the move failed: ${String(error).slice(0, 300)}`];
  }
}

/** Whether an authenticator of an open tab has a passkey. */
async function hasPasskey(authenticators: readonly Passkeys[]): Promise<boolean> {
  const credentials = await Promise.all(authenticators.map((each) => each.credentials().catch(() => [])));
  return credentials.flat().length > 0;
}

/** Starts a walk of a random person in a new browser context. */
async function begin(browser: Browser, site: Site, seed: number) {
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
  const first = await context.newPage();
  const authenticators: Passkeys[] = [];
  const addAuthenticator = async (page: Page) => void authenticators.push(await passkeysOf(page, site.lab));
  await addAuthenticator(first);
  const walk: Walk = {
    userId,
    context,
    site,
    random,
    methodOn,
    devices: devicesAt(site.lab),
    shownProofs: noShownProofs(),
    tabs: tabsOf(context, first, addAuthenticator),
    sleep: sleeperOf(context, site),
    secrets: new Set(PASSWORDS),
  };
  return { walk, problems, authenticators, language };
}

/**
 * Walks at random over the built portal with a real server, and checks the page and the signed-in people after every
 * step.
 * @param site a site that no other walk has used, so that the same seed gives the same walk
 * @param extraLaw returns further problems of a page
 */
export async function randomBrowserWalk(
  browser: Browser,
  site: Site,
  seed: number,
  steps: number,
  extraLaw: (page: Page) => readonly string[] = () => [],
): Promise<BrowserWalkFailure> {
  const { walk, problems, authenticators, language } = await begin(browser, site, seed);
  const { context, tabs, shownProofs, secrets } = walk;
  const path: string[] = [`${walk.userId}, ${language}`];
  try {
    await tabs.current().goto(`${site.lab}/service/login`);
    let checksFocus = true;
    for (let step = 1; step <= steps; step += 1) {
      const move = await nextMove(walk);
      path.push(move.label);
      const moveProblems = await run(move);
      await returnToPage(tabs.current());
      checksFocus = move.givesPageFocus ?? (checksFocus && !move.mayTakeFocus);
      const page = tabs.current();
      const problemsOfPage = await pageProblems(page, [...secrets], checksFocus);
      if (await hasPasskey(authenticators)) shownProofs.show('passkey');
      const people = await signedInIds(context, site);
      const unproved = people.flatMap((userId) => shownProofs.objection(userId) ?? []);
      path.push(`  ${new URL(page.url()).pathname}${people.length > 0 ? ` as ${people.join(', ')}` : ''}`);
      const allProblems = [...moveProblems, ...problemsOfPage, ...problems, ...unproved, ...extraLaw(page)];
      if (allProblems.length > 0) return { seed, problems: allProblems, path };
    }
    return null;
  } finally {
    await context.close();
  }
}

/** The command and path that reproduce a failure. */
export const browserWalkFailureText = ({ seed, problems, path }: NonNullable<BrowserWalkFailure>): string =>
  `npm run walks -- --page --seed ${seed} --walks 1\n${problems.join('\n')}\n  ${path.join('\n  ')}`;
