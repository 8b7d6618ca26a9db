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

/** The limits of each act, counted from the screen that offers it. */
const LIMITS = { presses: 3, ms: 20_000 };

/** How long after a sign-in the desk allows critical acts without another proof. */
const PROOF_LIFETIME_MS = 10 * 60_000;

const WIDE = { width: 1366, height: 768 };
const NARROW = { width: 360, height: 640 };

/** Number of imported accounts when the progress of the import is checked. */
const HALF = IMPORTED_COUNT / 2;

/** Fields of an export's part that promise a further part, older than all lines. */
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
  viewport: WIDE,
  colorScheme: async ({ language }, use) => use(language === 'ko' ? 'dark' : 'light'),
  desk: async ({ page, portal, lab, language, text, viewport }, use) => {
    const [checkedScreens, shapes] = [new Set<string>(), new Set<string>()];
    /** Expects axe to find nothing, unless the page or dialog differs from an earlier one in its texts alone. */
    async function expectUsable(): Promise<void> {
      const shape = await page.locator('body, dialog[open]').last().evaluate(markupWithoutTexts);
      if (shapes.has(shape)) return;
      await expectAccessible(page, shapes.size === 0);
      // A control that was pressed with a mouse has the focus without an outline.
      expect((await page.evaluate(lowContrastParts)).filter(({ part }) => part !== 'no outline')).toEqual([]);
      shapes.add(shape);
    }
    async function expectFit(): Promise<void> {
      expect(await page.evaluate(measureLayout)).toMatchObject({ overflow: 0, smallTargets: [] });
    }
    /** Expects that a screen or dialog can be used and fits in every window. */
    async function checkScreen(name: string): Promise<void> {
      if (isRecorded || checkedScreens.has(name)) return;
      checkedScreens.add(name);
      await expectUsable();
      await expectFit();
      if (viewport?.width === NARROW.width) return;
      await page.setViewportSize(NARROW);
      await expectFit();
      await page.setViewportSize(WIDE);
    }
    const desk = deskAt(page, { language, text, portal, origin: deskOrigin(port), checkScreen });
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
              size: page.viewportSize() ?? WIDE,
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

test('each act for a signed-in person takes at most three presses and 20 seconds', async ({
  browser,
  locale,
  personOf,
  perform,
}) => {
  const elsewhere = await browser.newContext({ locale: locale ?? 'ko-KR' });
  await personOf(await elsewhere.newPage()).signIn('kim');
  await elsewhere.close();
  await perform(ACTS_FOR_SIGNED_IN_PERSON);
});

test('each act for other people takes at most three presses and 20 seconds', async ({ perform }) => {
  await perform(ACTS_FOR_OTHER_PEOPLE);
});

test('a viewer sees masked contacts and no acts', async ({ page, lab, language, text, portal }) => {
  const origin = deskOrigin(port);
  const viewer = deskAt(page, { language, text, portal, origin, checkScreen: async () => undefined });
  await viewer.signIn(lab, VIEWER);
  await viewer.find('park');
  await viewer.expectText('desk.role.viewer');
  await expect(page.getByText('010-****-9012')).toBeVisible();
  await expect(page.getByText(/5678|seoyeon\.park/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: text('desk.person.acts') })).toHaveCount(0);
});

test.describe('in a small window', () => {
  test.use({ viewport: NARROW });

  test('an administrator manages accounts and services', async ({ page, perform, desk, site, text }) => {
    await perform(ACTS_FOR_SERVICE);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: text('desk.find') })).toBeVisible();

    // The import has already finished: the answers about it are changed so that half of it seems done.
    const jobCalls = '**/desk/data/job';
    await page.route(jobCalls, async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), state: 'running', done: HALF };
      await route.fulfill({ response, json });
    });
    const progress = page.getByRole('progressbar');
    for (const screen of ['find', 'import'] as const) {
      await desk.open('import');
      await expect(progress).toHaveAttribute('value', String(HALF));
      await desk.expectText('desk.import.progress', { done: HALF, total: IMPORTED_COUNT });
      await desk.checkScreen('import-running');
      await desk.open(screen);
    }
    await page.unrouteAll({ behavior: 'wait' });
    await desk.expectText('desk.import.done');

    await desk.open('audit');
    // One part contains everything: its answer is changed to promise another part, whose answer is held back.
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
    await desk.checkScreen('proving');
    await proofLink.click();
    await expect(desk.field('desk.reason')).toHaveValue(REASON);
    const download = page.waitForEvent('download');
    await desk.confirm('desk.act.auditExport');
    const running = page.getByRole('progressbar', { name: text('desk.export.running') });
    await expect(running).toBeVisible();
    await desk.checkScreen('export-running');
    await desk.open('find');
    await desk.open('audit');
    await expect(running).toBeVisible();
    nextPart.resolve();
    await desk.expectText('desk.done.auditExport');
    expect(await readFile(await (await download).path(), 'utf8')).toContain(REASON);
    await page.unroute(partCalls);
  });
});
