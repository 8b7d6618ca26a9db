import { basename, dirname } from 'node:path';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { writeTrace } from '#tests/support/coverage.ts';
import { languageOf } from '#tests/support/e2e/journeys.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import { type ConfigFile, type Site, type Sites, startSites } from '#tests/support/e2e/site.ts';
import { type Language, type TextOf, textIn } from '#tests/support/e2e/texts.ts';
import { reportSteps, type Step, traceOf } from '#tests/support/inspection.ts';

export type Options = {
  /** The language of every journey; null if each journey has the language of `journeys.json`. */
  readonly languageOfAllJourneys: Language | null;
  /**
   * The configuration file of the operator. In a worker, tests with the same object use the same server and accounts;
   * a test with a copy of the object uses another server.
   */
  readonly configFile: ConfigFile;
  /** Whether journeys use only the keyboard at the portal. */
  readonly isKeyboardOnly: boolean;
};

type Fixtures = {
  /** Language of the browser. */
  readonly language: Language;
  readonly site: Site;
  /** Origin of the portal. */
  readonly portal: string;
  /** Origin of the lab. */
  readonly lab: string;
  /** Origin of the lab at another site than the portal. */
  readonly foreignLab: string;
  /** Texts of the portal in the language of the browser. */
  readonly text: TextOf;
  /** Errors of the pages so far. A test fails if there are any. */
  readonly problems: readonly string[];
  /** Names of the transitions that the machines on the pages have taken so far. */
  readonly transitions: ReadonlySet<string>;
};

type WorkerFixtures = { readonly sites: Sites };

const LOCALES: Readonly<Record<Language, string>> = { ko: 'ko-KR', en: 'en-US' };

/** The name of the page's function that receives the steps of the machines. */
const LISTENER_NAME = 'munjigiSteps';

const DEFAULT_CONFIG: ConfigFile = {};

/** The language of a journey in `journeys.json`; Korean for all other tests. */
const languageOfTest = ({ file, titlePath }: TestInfo): Language =>
  basename(dirname(file)) === 'journeys' ? languageOf(basename(file), titlePath.slice(1)) : 'ko';

/**
 * Playwright's test with a running portal and lab. It fails on an uncaught error, a console error,
 * a violation of the content security policy or a missing part of a page.
 */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  languageOfAllJourneys: [null, { option: true }],
  configFile: [DEFAULT_CONFIG, { option: true }],
  isKeyboardOnly: [false, { option: true }],
  language: async ({ languageOfAllJourneys }, use, info) =>
    use(languageOfAllJourneys ?? languageOfTest(info)),
  locale: async ({ language }, use) => use(LOCALES[language]),
  sites: [
    async ({}, use) => {
      const sites = await startSites();
      await use(sites);
      await sites.close();
    },
    { scope: 'worker' },
  ],
  site: async ({ sites, configFile }, use) => use(await sites.of(configFile)),
  portal: async ({ site }, use) => use(site.portal),
  baseURL: async ({ site }, use) => use(site.portal),
  lab: async ({ site }, use) => use(site.lab),
  foreignLab: async ({ site }, use) => use(site.foreignLab),
  text: async ({ language }, use) => use(textIn(language)),
  transitions: [
    async ({ context }, use) => {
      const transitions = new Set<string>();
      await context.exposeBinding(LISTENER_NAME, (_, steps: readonly Step[]) => {
        for (const trace of steps.map(traceOf)) {
          if (trace.kind === 'transition') transitions.add(trace.id);
          writeTrace('browser', trace);
        }
      });
      await context.addInitScript(reportSteps, LISTENER_NAME);
      await use(transitions);
    },
    { auto: true },
  ],
  problems: [
    async ({ context }, use) => {
      const problems = await watchProblems(context);
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
