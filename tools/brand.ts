import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { readOptions } from '#atlas/usage.ts';
import { labOrigin } from '#cli/start/settings.ts';
import koFlows from '#i18n/flows.ko.json' with { type: 'json' };
import ko from '#i18n/ko.json' with { type: 'json' };
import { resolveConfig } from '#server/config/load.ts';
import { loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';
import { freePort } from '#tools/free-port.ts';
import { startMunjigi } from '#tools/start/run.ts';

const USAGE = `Usage: npm run brand -- FILE [--service ID] [--to FOLDER]

  FILE        a configuration file, whose branding is used
  --service   the client service whose own branding is used
  --to        folder of the pictures (brand-pictures)

Build the portal first: npm run build.`;

/** The options of `npm run brand`. */
type BrandOptions = {
  /** Path of the configuration file. */
  readonly file: string;
  /** ID of the client service whose branding is used; null for the branding of the portal. */
  readonly service: string | null;
  /** Folder for the pictures. */
  readonly folder: string;
};

/** @throws Error when the arguments do not name exactly one configuration file, or contain an unknown option */
export function readBrandArguments(args: readonly string[]): BrandOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { service: { type: 'string' }, to: { type: 'string', default: 'brand-pictures' } },
  });
  const [file, ...surplus] = positionals;
  if (file === undefined || surplus.length > 0) throw new Error('Name one configuration file.');
  return { file, service: values.service ?? null, folder: values.to };
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; empty for any other value. */
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/**
 * The branding in a configuration file. The branding of the service, if one is given, has priority. Pictures are read
 * from the folder `brand` next to the file, unless the branding names another folder.
 * @param file the content of the file
 * @param service ID of a client service, or null
 * @param folder the folder of the file
 * @throws Error when the file has no service with the ID
 */
export function brandingOf(file: Fields, service: string | null, folder: string): Fields {
  const operatorBranding = fieldsOf(file['branding']);
  const entriesNamed = (list: unknown, key: string): Fields[] =>
    (Array.isArray(list) ? list.map(fieldsOf) : []).filter((entry) => entry[key] === service);
  const [serviceEntry] = [
    ...entriesNamed(file['clients'], 'clientId'),
    ...entriesNamed(file['serviceProviders'], 'serviceId'),
  ];
  if (service !== null && !serviceEntry) throw new Error(`The file has no service "${service}".`);
  const pictureFolder = join(folder, 'brand');
  return {
    ...(existsSync(pictureFolder) && { folder: pictureFolder }),
    ...operatorBranding,
    ...fieldsOf(serviceEntry?.['branding']),
  };
}

/** The combinations of theme and window size in which every screen is drawn. */
const THEMES_AND_SIZES = (['light', 'dark'] as const).flatMap((theme) =>
  [
    { width: 1280, height: 800 },
    { width: 320, height: 720 },
  ].map((viewport) => ({ theme, viewport })),
);

const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function enterId(page: Page, userId: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox').fill(userId);
  await page.getByRole('textbox').press('Enter');
}

async function typePassword(page: Page, password: string): Promise<void> {
  await page.locator('input[type=password]').fill(password);
  await page.locator('input[type=password]').press('Enter');
}

async function chooseSms(page: Page): Promise<void> {
  await enterId(page, 'lee');
  await page.getByRole('button', { name: koFlows['title.method.1'] }).first().click();
  await waitForHeading(page, koFlows['title.method.1']);
}

/** By name of a picture: opens the screen, with the texts in Korean. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  identity: async (page) => {
    await page.goto('/login');
    await waitForHeading(page, ko['title.identity']);
  },
  'unknown-id': async (page) => {
    await enterId(page, 'nobody');
    await page.getByRole('alert').filter({ hasText: /./ }).or(page.getByRole('dialog')).first().waitFor();
  },
  password: async (page) => {
    await enterId(page, 'kim');
    await waitForHeading(page, ko['title.password']);
  },
  refused: async (page) => {
    await enterId(page, 'kim');
    await typePassword(page, 'wrong');
    await page.getByRole('dialog').waitFor();
  },
  chooser: async (page) => {
    await enterId(page, 'lee');
    await waitForHeading(page, ko['title.chooser']);
  },
  sms: chooseSms,
  'second-step': async (page) => {
    await enterId(page, 'park');
    await typePassword(page, 'Munjigi!2026');
    await waitForHeading(page, koFlows['title.second']);
  },
  error: async (page) => {
    await page.goto('/error?reason=unauthorized');
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};

/**
 * Opens a screen, without a time limit, since the machine may be busy.
 * @throws Error when the page crashes or throws an error in the meantime
 */
export async function openScreen(page: Page, open: (page: Page) => Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  page.once('pageerror', reject);
  page.once('crash', () => reject(new Error(`The page crashed at ${page.url()}`)));
  await Promise.race([open(page), promise]);
}

async function takeScreenshots(browser: Browser, portalUrl: string, folder: string): Promise<void> {
  for (const { theme, viewport } of THEMES_AND_SIZES) {
    for (const [name, open] of Object.entries(SCREENS)) {
      const options = {
        baseURL: portalUrl,
        locale: 'ko-KR',
        colorScheme: theme,
        viewport,
        reducedMotion: 'reduce',
      } as const;
      const context = await browser.newContext(options);
      context.setDefaultTimeout(0);
      const page = await context.newPage();
      await openScreen(page, open);
      await page.screenshot({ path: join(folder, `${name}.${theme}.${viewport.width}.png`), fullPage: true });
      await context.close();
    }
  }
}

/** Takes screenshots of the demonstration with the branding of a configuration file. */
async function run({ file, service, folder }: BrandOptions): Promise<void> {
  const content = fieldsOf(JSON.parse(await readFile(file, 'utf8')));
  const branding = brandingOf(content, service, dirname(resolve(file)));
  const [port, labPort] = [await freePort(), await freePort()];
  const dataDir = await mkdtemp(join(tmpdir(), 'munjigi-brand-'));
  const publicUrl = `http://localhost:${port}`;
  const environment = { mode: 'demo', publicUrl, labOrigin: labOrigin(labPort) } as const;
  const config = resolveConfig({ branding }, file, environment);
  const dataKeys = loadDataKeys(dataDir);
  const portal = await startMunjigi({
    config,
    port,
    labPort,
    dataDir,
    dataKeys,
    fresh: false,
    siteDir: join(import.meta.dirname, '..', 'dist'),
  });
  const launch = await findChromium();
  const browser = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
  try {
    await mkdir(folder, { recursive: true });
    await takeScreenshots(browser, publicUrl, folder);
  } finally {
    await browser.close();
    await portal.close();
    await rm(dataDir, { recursive: true });
  }
  console.log(`${Object.keys(SCREENS).length * THEMES_AND_SIZES.length} pictures in ${folder}`);
}

if (import.meta.main) await run(readOptions(USAGE, () => readBrandArguments(process.argv.slice(2))));
