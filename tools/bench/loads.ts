import { type Browser, chromium } from '@playwright/test';
import { measurePageLoad, type PageLoad, PROFILES } from '#tools/bench/first-load.ts';
import { median } from '#tools/bench/median.ts';
import { PAGES, type PageName, type ServedPage, servePage } from '#tools/bench/pages.ts';
import { type Weight, weigh } from '#tools/bench/weight.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';

/** Medians of one page in one profile, times in milliseconds. */
export type Load = {
  readonly page: PageName;
  readonly profile: string;
  readonly typable: number;
  readonly responsive: number;
  readonly hydrated: number;
  readonly longTasks: number;
  readonly weight: Weight;
};

/** Opens a new browser without a cache. */
export const openBrowser = async (): Promise<Browser> => {
  const launch = await findChromium();
  return chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
};

/** Loads the pages in turn in every profile, so that changes in the machine's speed affect all equally. */
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

/** Measures first loads in one run: medians of interleaved loads in new browser contexts. */
export const measureLoads = async (rounds: number): Promise<{ loads: Load[]; browser: string }> => {
  const pages: ServedPage[] = [];
  for (const name of PAGES) pages.push(await servePage(name));
  const browser = await openBrowser();
  try {
    for (const page of pages) await measurePageLoad(browser, page, PROFILES[0] as (typeof PROFILES)[number]);
    const pageLoads = await loadInTurn(browser, pages, rounds);
    const loads: Load[] = [];
    for (const { name } of pages) {
      for (const profile of PROFILES) {
        const ownLoads = pageLoads.get(`${name} ${profile.name}`) ?? [];
        loads.push({
          page: name,
          profile: profile.name,
          typable: median(ownLoads.map(({ typable }) => typable)),
          responsive: median(ownLoads.map(({ responsive }) => responsive)),
          hydrated: median(ownLoads.map(({ hydrated }) => hydrated)),
          longTasks: median(ownLoads.map(({ longTasks }) => longTasks)),
          weight: await weigh(ownLoads[0]?.requestedBeforeTypable ?? []),
        });
      }
    }
    return { loads, browser: browser.version() };
  } finally {
    await browser.close();
    for (const page of pages) await page.close();
  }
};
