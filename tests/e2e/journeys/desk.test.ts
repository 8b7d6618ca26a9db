import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { lowContrastParts } from '#tests/support/e2e/contrast.ts';
import {
  ACTS_FOR_OTHER_PEOPLE,
  ACTS_FOR_SERVICE,
  ACTS_FOR_SIGNED_IN_PERSON,
  type DeskAct,
  IMPORTED_COUNT,
} from '#tests/support/e2e/desk/acts.ts';
import { type Desk, deskAt, deskConfig, deskOrigin, REASON, VIEWER } from '#tests/support/e2e/desk/desk.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { measureLayout } from '#tests/support/e2e/layout.ts';
import { markupWithoutTexts } from '#tests/support/e2e/references.ts';
import { freePort } from '#tools/free-port.ts';

const port = await freePort();

/** The maximum presses and time of an act, counted from the screen on which the act begins. */
const LIMITS = { presses: 3, ms: 20_000 };

/** The time after a sign-in in which the desk allows critical acts without another proof. */
const PROOF_LIFETIME_MS = 10 * 60_000;

const WIDE_WINDOW = { width: 1366, height: 768 };
const NARROW_WINDOW = { width: 360, height: 640 };

/** The number of imported accounts when the progress of the import is checked. */
const HALF_COUNT = IMPORTED_COUNT / 2;

/** Fields in a part of an export which say that a further part exists; that part is older than all lines. */
const FURTHER_PART = { next: '1.1.none', searchedTo: '1970-01-01T00:00:00.001Z' };

/** Whether each act is recorded as a video. */
const isRecorded = process.env['FILM'] === '1';

/** The test of a journey at the help desk of a separate server, where the administrator has signed in. */
const test = base.extend<{
  readonly desk: Desk;
  readonly perform: (acts: readonly DeskAct[]) => Promise<void>;
}>({
  configFile: { ...deskConfig(port) },
  keyboardOrigins: async ({ portal }, use) => use([portal, deskOrigin(port)]),
  viewport: WIDE_WINDOW,
  colorScheme: async ({ language }, use) => use(language === 'ko' ? 'dark' : 'light'),
  desk: async ({ page, portal, lab, language, text, viewport }, use) => {
    const checkedScreens = new Set<string>();
    const checkedMarkups = new Set<string>();
    /** Expects axe to find nothing. A page or dialog that differs from an earlier page or dialog only in its texts is skipped. */
    async function expectAccessibleMarkup(): Promise<void> {
      const markup = await page.locator('body, dialog[open]').last().evaluate(markupWithoutTexts);
      if (checkedMarkups.has(markup)) return;
      await expectAccessible(page, checkedMarkups.size === 0);
      // A control that was pressed with a mouse has the focus without an outline.
      expect((await page.evaluate(lowContrastParts)).filter(({ part }) => part !== 'no outline')).toEqual([]);
      checkedMarkups.add(markup);
    }
    async function expectFittingLayout(): Promise<void> {
      expect(await page.evaluate(measureLayout)).toMatchObject({ overflow: 0, smallTargets: [] });
    }
    /** Expects that a screen or dialog is accessible and fits into a wide and a narrow window, once for each name. */
    async function checkScreen(name: string): Promise<void> {
      if (isRecorded || checkedScreens.has(name)) return;
      checkedScreens.add(name);
      await expectAccessibleMarkup();
      await expectFittingLayout();
      if (viewport?.width === NARROW_WINDOW.width) return;
      await page.setViewportSize(NARROW_WINDOW);
      await expectFittingLayout();
      await page.setViewportSize(WIDE_WINDOW);
    }
    const desk = deskAt(page, { language, text, portal, origin: deskOrigin(port), onScreen: checkScreen });
    await desk.signIn(lab);
    await use(desk);
  },
  perform: async ({ desk, page }, use, info) =>
    use(async (acts) => {
      for (const { name, open, perform } of acts) {
        await test.step(name, async () => {
          await open(desk);
          if (isRecorded) {
            await page.screencast.start({
              path: info.outputPath(`${name}.webm`),
              size: page.viewportSize() ?? WIDE_WINDOW,
            });
            await page.screencast.showActions();
          }
          const { presses, ms } = await desk.measure(() => perform(desk));
          if (isRecorded) await page.screencast.stop();
          info.annotations.push({ type: name, description: `${presses} presses, ${ms} ms` });
          expect(presses).toBeLessThanOrEqual(LIMITS.presses);
          expect(ms).toBeLessThan(LIMITS.ms);
        });
      }
    }),
});

test('each act of the desk for a signed-in person takes at most three presses and less than 20 seconds', async ({
  browser,
  locale,
  personOf,
  perform,
}) => {
  const otherContext = await browser.newContext({ locale: locale ?? 'ko-KR' });
  await personOf(await otherContext.newPage()).signIn('kim');
  await otherContext.close();
  await perform(ACTS_FOR_SIGNED_IN_PERSON);
});

test('each act of the desk for other people takes at most three presses and less than 20 seconds', async ({
  perform,
}) => {
  await perform(ACTS_FOR_OTHER_PEOPLE);
});

test('a viewer of the desk sees masked contacts and no acts', async ({
  page,
  lab,
  language,
  text,
  portal,
}) => {
  const origin = deskOrigin(port);
  const viewer = deskAt(page, { language, text, portal, origin, onScreen: async () => undefined });
  await viewer.signIn(lab, VIEWER);
  await viewer.find('park');
  await viewer.expectText('desk.role.viewer');
  await expect(page.getByText('010-****-9012')).toBeVisible();
  await expect(page.getByText(/5678|seoyeon\.park/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: text('desk.person.acts') })).toHaveCount(0);
});

test.describe('in a small window', () => {
  test.use({ viewport: NARROW_WINDOW });

  test('an administrator of the desk adds and imports accounts, exports the audit after a new proof, and publishes a notice', async ({
    page,
    perform,
    desk,
    site,
    text,
  }) => {
    await perform(ACTS_FOR_SERVICE);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: text('desk.find') })).toBeVisible();

    // The import has already finished. The test changes the answers about the import, so that it seems half done.
    const jobCalls = '**/desk/data/job';
    await page.route(jobCalls, async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), state: 'running', done: HALF_COUNT };
      await route.fulfill({ response, json });
    });
    const progress = page.getByRole('progressbar');
    for (const screen of ['find', 'import'] as const) {
      await desk.open('import');
      await expect(progress).toHaveAttribute('value', String(HALF_COUNT));
      await desk.expectText('desk.import.progress', { done: HALF_COUNT, total: IMPORTED_COUNT });
      await desk.reportScreen('import-running');
      await desk.open(screen);
    }
    await page.unrouteAll({ behavior: 'wait' });
    await desk.expectText('desk.import.done');

    await desk.open('audit');
    // The first part contains all lines. The test changes its answer, so that a further part seems to exist, and delays that part.
    const nextPart = Promise.withResolvers<void>();
    const partCalls = '**/desk/data/audit-export-part';
    await page.route(partCalls, async (route) => {
      if (route.request().postDataJSON().after !== undefined) await nextPart.promise;
      const response = await route.fetch();
      const isFirst = route.request().postDataJSON().after === undefined;
      const json = { ...(await response.json()), ...(isFirst && FURTHER_PART) };
      await route.fulfill({ response, json });
    });
    await desk.press('desk.act.auditExport');
    await desk.confirm('desk.act.auditExport');
    await desk.expectText('desk.reason.missing');
    await desk.fillIn();
    site.advance(PROOF_LIFETIME_MS + 1_000);
    await desk.confirm('desk.act.auditExport');
    const proofLink = desk.dialog.getByRole('link', { name: text('desk.proving.continue') });
    await expect(proofLink).toBeFocused();
    await desk.reportScreen('proving');
    await proofLink.click();
    await expect(desk.field('desk.reason')).toHaveValue(REASON);
    const download = page.waitForEvent('download');
    await desk.confirm('desk.act.auditExport');
    const running = page.getByRole('progressbar', { name: text('desk.export.running') });
    await expect(running).toBeVisible();
    await desk.reportScreen('export-running');
    await desk.open('find');
    await desk.open('audit');
    await expect(running).toBeVisible();
    nextPart.resolve();
    await desk.expectText('desk.done.auditExport');
    expect(await readFile(await (await download).path(), 'utf8')).toContain(REASON);
    await page.unroute(partCalls);
  });
});
