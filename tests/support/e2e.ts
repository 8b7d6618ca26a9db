import { test as base, expect } from '@playwright/test';
import type { Trace } from '#src/app/inspection/trace.ts';
import { writeTrace } from '#tests/support/coverage.ts';
import { watchProblems } from '#tests/support/e2e/problems.ts';
import { type Build, type ConfigFile, type Site, startSite } from '#tests/support/e2e/site.ts';
import { type Language, type WriteText, writerOf } from '#tests/support/e2e/texts.ts';

export type Options = {
  /** Language of the browser. */
  readonly language: Language;
};

type Fixtures = {
  /** Origin of the portal. */
  readonly portal: string;
  /** Origin of the lab. */
  readonly lab: string;
  /** The lab as another site than the portal's. */
  readonly foreignLab: string;
  /** Texts of the portal in the language of the browser. */
  readonly text: WriteText;
  /** What went wrong on the pages so far; a test with any fails. */
  readonly problems: readonly string[];
  /** Writes down what the machines on the pages do. */
  readonly recording: Build;
};

type WorkerFixtures = { readonly site: Site };

export type WorkerOptions = {
  /** Journeys run on the recording build, and once more, in the other language, on that for production. */
  readonly build: Build;
  /**
   * The operator's configuration file. Tests that give one run on a server of their own; all others
   * of a worker share one, and its accounts.
   */
  readonly configFile: ConfigFile;
};

const LOCALES: Readonly<Record<Language, string>> = { ko: 'ko-KR', en: 'en-US' };

/**
 * Playwright's test beside a running portal and lab. It fails on an uncaught error, a console error,
 * a violation of the content security policy or a missing part of a page.
 */
export const test = base.extend<Options & Fixtures, WorkerOptions & WorkerFixtures>({
  language: ['ko', { option: true }],
  build: ['recording', { option: true, scope: 'worker' }],
  configFile: [{}, { option: true, scope: 'worker' }],
  locale: async ({ language }, use) => use(LOCALES[language]),
  site: [
    async ({ configFile, build }, use) => {
      const site = await startSite(configFile, build);
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  portal: async ({ site }, use) => use(site.portal),
  baseURL: async ({ site }, use) => use(site.portal),
  lab: async ({ site }, use) => use(site.lab),
  foreignLab: async ({ site }, use) => use(site.foreignLab),
  text: async ({ language }, use) => use(writerOf(language)),
  recording: [
    async ({ context, build }, use) => {
      await context.exposeBinding('munjigiRecord', (_, trace: Trace) => writeTrace('browser', trace));
      await use(build);
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
