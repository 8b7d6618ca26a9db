import { writeFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { create } from 'qrcode';
import { watchProblems } from './problems.ts';
import { test as base } from './registration.ts';
import type { TextKey, TextOf } from './texts.ts';

/** The web app on a phone: in a separate browser, which shares nothing with the browser of the computer. */
export type PhoneApp = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly heading: (key: TextKey) => ReturnType<Page['getByRole']>;
  readonly press: (key: TextKey) => Promise<void>;
  /** Waits until the app shows a code for a person, and returns the code without the space in the middle. */
  readonly waitForCode: (userId: string) => Promise<string>;
  /** The app of another portal on the same phone. */
  readonly openAnotherApp: (portal: string) => Promise<PhoneApp>;
};

type PhoneOptions = {
  readonly portal: string;
  readonly locale?: string | undefined;
  readonly text: TextOf;
};

async function withPhone(
  browser: Browser,
  { portal, locale, text }: PhoneOptions,
  use: (phone: PhoneApp) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    baseURL: portal,
    ...(locale !== undefined && { locale }),
  });
  const problems = await watchProblems(context);
  const appAt = (page: Page): PhoneApp => ({
    context,
    page,
    heading: (key) => page.getByRole('heading', { level: 1, name: text(key), exact: true }),
    press: (key) => page.getByRole('button', { name: text(key), exact: true }).click(),
    async waitForCode(userId) {
      const code = page.getByRole('status', { name: text('phone.code', { userId }) });
      await expect(code).toHaveText(/^\d{3} \d{3}$/);
      return (await code.innerText()).replace(' ', '');
    },
    async openAnotherApp(other) {
      const opened = await context.newPage();
      await opened.goto(`${other}/app/`);
      return appAt(opened);
    },
  });
  await use(appAt(await context.newPage()));
  expect(problems).toEqual([]);
  await context.close();
}

const VIDEO = { width: 640, height: 480 };
/** The width of the white border of a QR code, in modules. */
const QUIET_ZONE = 4;
/** Values of the brightness (luma) and of the colour of a pixel. */
const BLACK = 16;
const WHITE = 235;
const NO_COLOUR = 128;

/** A video with one picture, a black QR code on white (format YUV4MPEG2). */
function videoOf(text: string): Buffer {
  const { width, height } = VIDEO;
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const moduleSize = Math.floor(height / (modules.size + 2 * QUIET_ZONE));
  const [left, top] = [width, height].map((side) => Math.floor((side - moduleSize * modules.size) / 2));
  const luma = Buffer.alloc(width * height, WHITE);
  for (let y = 0; y < moduleSize * modules.size; y += 1) {
    for (let x = 0; x < moduleSize * modules.size; x += 1) {
      const isDark = modules.get(Math.floor(y / moduleSize), Math.floor(x / moduleSize)) === 1;
      if (isDark) luma[((top ?? 0) + y) * width + (left ?? 0) + x] = BLACK;
    }
  }
  const colours = Buffer.alloc((width * height) / 2, NO_COLOUR);
  const header = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`;
  return Buffer.concat([Buffer.from(header), Buffer.from('FRAME\n'), luma, colours]);
}

/** A phone with a simulated camera. */
export type PhoneWithCamera = {
  readonly phone: PhoneApp;
  /** Shows a QR code with this text to the camera. */
  readonly show: (text: string) => Promise<void>;
};

/** The test of a journey with a computer and a phone. */
export const test = base.extend<{ readonly phone: PhoneApp; readonly phoneWithCamera: PhoneWithCamera }>({
  phone: async ({ browser, portal, locale, text }, use) => withPhone(browser, { portal, locale, text }, use),
  phoneWithCamera: async ({ launchOptions, portal, locale, text }, use, testInfo) => {
    const videoFile = testInfo.outputPath('camera.y4m');
    const show = (code: string) => writeFile(videoFile, videoOf(code));
    await show('nothing yet');
    const browser = await chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${videoFile}`,
      ],
    });
    await withPhone(browser, { portal, locale, text }, (phone) => use({ phone, show }));
    await browser.close();
  },
});
