import { type Browser, chromium } from '@playwright/test';
import { measurePageLoad, type PageLoad, PROFILES } from '#tools/bench/first-load.ts';
import { median } from '#tools/bench/median.ts';
import { PAGES, type PageName, type ServedPage, servePage } from '#tools/bench/pages.ts';
import { type Weight, weigh } from '#tools/bench/weight.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';

/** The medians of the loads of a page in a profile. The times are explained at {@link PageLoad}. */
export type LoadMedians = {
  readonly page: PageName;
  /** Name of the profile. */
  readonly profile: string;
  readonly typable: number;
  readonly responsive: number;
  readonly hydrated: number;
  readonly longTasks: number;
  readonly weight: Weight;
};

/** Starts a browser with an empty cache. */
export const openBrowser = async (): Promise<Browser> => {
  const launch = await findChromium();
  return chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
};

/**
 * Loads the pages in turn in every profile, so that a change of the machine's speed affects all pages equally.
 * @returns the page loads by name of the page and of the profile
 */
const loadInTurn = async (browser: Browser, pages: readonly ServedPage[], rounds: number) => {
  const pageLoads = new Map<string, PageLoad[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const profile of PROFILES) {
      for (const page of pages) {
        const key = `${page.name} ${profile.name}`;
        pageLoads.set(key, [...(pageLoads.get(key) ?? []), await measurePageLoad(browser, page, profile)]);
      }
    }
  }
  return pageLoads;
};

/** Measures the first load of every page in every profile. */
export const measureLoads = async (rounds: number): Promise<{ loads: LoadMedians[]; browser: string }> => {
  const pages: ServedPage[] = [];
  for (const name of PAGES) pages.push(await servePage(name));
  const browser = await openBrowser();
  try {
    // The first load of each page is not counted, since the processes are not warm yet.
    for (const page of pages) await measurePageLoad(browser, page, PROFILES[0] as (typeof PROFILES)[number]);
    const pageLoads = await loadInTurn(browser, pages, rounds);
    const loads: LoadMedians[] = [];
    for (const { name } of pages) {
      for (const profile of PROFILES) {
        const loadsOfPage = pageLoads.get(`${name} ${profile.name}`) ?? [];
        loads.push({
          page: name,
          profile: profile.name,
          typable: median(loadsOfPage.map(({ typable }) => typable)),
          responsive: median(loadsOfPage.map(({ responsive }) => responsive)),
          hydrated: median(loadsOfPage.map(({ hydrated }) => hydrated)),
          longTasks: median(loadsOfPage.map(({ longTasks }) => longTasks)),
          weight: await weigh(loadsOfPage[0]?.requestedBeforeTypable ?? []),
        });
      }
    }
    return { loads, browser: browser.version() };
  } finally {
    await browser.close();
    for (const page of pages) await page.close();
  }
};
