import type { Browser, BrowserContext, Page } from '@playwright/test';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import { type Passkeys, passkeysOf } from '#tests/support/e2e/passkeys.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import type { Site } from '#tests/support/e2e/site.ts';
import { LANGUAGES, type Language } from '#tests/support/e2e/texts.ts';
import { randomOf } from '#tests/support/journey/random.ts';
import { comeBack } from './documents.ts';
import { pageProblems } from './laws.ts';
import { type Move, nextMove, type Walk } from './moves.ts';
import { noShownProofs, PASSWORDS, WALKERS } from './people.ts';
import { methodNamed } from './proofs.ts';
import { sleeper, tabsOf } from './tab.ts';

/** A walk that broke a law: what was wrong, and how it came there. Null when none did. */
export type BrokenWalk = {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly path: readonly string[];
} | null;

/** How long a step waits for the browser, in milliseconds. */
const PATIENCE = 20_000;

const LOCALES: Readonly<Record<Language, string>> = { ko: 'ko-KR', en: 'en-US' };

/** The method that the screen names in its titles. */
async function methodOn(page: Page): Promise<string | null> {
  const shown = await page.locator('main h1, main h2, main label:has(input:checked)').allInnerTexts();
  return methodNamed(shown);
}

const SERVICES = ['/service/session', '/expenses/session'];

/** The people who are signed in at the services. */
async function signedIn(context: BrowserContext, { lab }: Site): Promise<readonly string[]> {
  const sessions = await Promise.all(
    SERVICES.map(async (path) => (await context.request.get(`${lab}${path}`)).json()),
  );
  return sessions.flatMap((session) => {
    const name = session.claims?.sub ?? session.nameId ?? session.profile?.nameID ?? null;
    return session.signedIn ? [String(name)] : [];
  });
}

const isFine = (error: unknown): boolean =>
  /ERR_ABORTED|interrupted by another|context was destroyed|Target page, context|navigat/i.test(
    String(error),
  );

/** What the lab has to refuse, or a page that goes away meanwhile, is no fault of the portal. */
const isOfLab = ({ says }: Move): boolean => /^the (phone|app)|^a link/.test(says);

async function run(move: Move): Promise<readonly string[]> {
  try {
    await move.run();
    return [];
  } catch (error) {
    return isFine(error) || isOfLab(move) ? [] : [`not done: ${String(error).slice(0, 300)}`];
  }
}

/** Whether an authenticator of some tab has a passkey; those of closed tabs are gone. */
async function hasPasskey(authenticators: readonly Passkeys[]): Promise<boolean> {
  const found = await Promise.all(authenticators.map((each) => each.credentials().catch(() => [])));
  return found.flat().length > 0;
}

/** A person at a browser that knows nobody. */
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
  context.setDefaultTimeout(PATIENCE);
  const problems = await watchProblems(context);
  const first = await context.newPage();
  const authenticators: Passkeys[] = [];
  const ready = async (page: Page) => void authenticators.push(await passkeysOf(page, site.lab));
  await ready(first);
  const walk: Walk = {
    userId,
    context,
    site,
    random,
    methodOn,
    devices: devicesAt(site.lab),
    shownProofs: noShownProofs(),
    tabs: tabsOf(context, first, ready),
    sleep: sleeper(context, site),
    secrets: new Set(PASSWORDS),
  };
  return { walk, problems, authenticators, language };
}

/**
 * Walks by random over the built portal at a real server, and looks at the page and at who is signed in after every
 * step.
 * @param site one that no other walk has used: the same seed goes the same way
 * @param objections a law beside the others
 */
export async function randomBrowserWalk(
  browser: Browser,
  site: Site,
  seed: number,
  steps: number,
  objections: (page: Page) => readonly string[] = () => [],
): Promise<BrokenWalk> {
  const { walk, problems, authenticators, language } = await begin(browser, site, seed);
  const { context, tabs, shownProofs, secrets } = walk;
  const path: string[] = [`${walk.userId}, ${language}`];
  try {
    await tabs.now().goto(`${site.lab}/service/login`);
    let mindsFocus = true;
    for (let step = 1; step <= steps; step += 1) {
      const move = await nextMove(walk);
      path.push(move.says);
      const undone = await run(move);
      await comeBack(tabs.now());
      mindsFocus = move.isOfHands ?? (mindsFocus && !move.mayTakeFocus);
      const page = tabs.now();
      const seen = await pageProblems(page, [...secrets], mindsFocus);
      if (await hasPasskey(authenticators)) shownProofs.show('passkey');
      const people = await signedIn(context, site);
      const unearned = people.flatMap((userId) => shownProofs.objection(userId) ?? []);
      path.push(`  ${new URL(page.url()).pathname}${people.length > 0 ? ` as ${people.join(', ')}` : ''}`);
      const found = [...undone, ...seen, ...problems, ...unearned, ...objections(page)];
      if (found.length > 0) return { seed, problems: found, path };
    }
    return null;
  } finally {
    await context.close();
  }
}

/** The command and path that reproduce a failure. */
export const brokenWalkText = ({ seed, problems, path }: NonNullable<BrokenWalk>): string =>
  `npm run walks -- --page --seed ${seed} --walks 1\n${problems.join('\n')}\n  ${path.join('\n  ')}`;
