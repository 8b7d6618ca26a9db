import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { readOptions } from '#atlas/usage.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';

const USAGE = `Usage: npm run conformance -- [--write FILE] [PLAN …]
Runs the plans of deploy/conformance/plans.json, or the named ones, by the HTTP interface of a running conformance
suite, and prints a line for each module; with --write, also writes the results into a file.
The exit code is 1 when a module failed or was interrupted.
SUITE_URL            address of the suite (https://localhost:8443)
PORTAL_URL           address of the portal (https://localhost:9443)
PORTAL_USER          ID of the person who signs in (kim)
PORTAL_PASSWORD      their password (that of the demonstration)
MODULE_SECONDS       time limit of a module (120)
NODE_EXTRA_CA_CERTS  the certificate of the suite, when it is self-signed`;

/**
 * An input on a page of the portal: types `text` into the element that matches `on` and presses Enter, or clicks it.
 */
type Step = { readonly on: string; readonly text?: string };

type Plan = {
  readonly plan: string;
  readonly variant: Readonly<Record<string, string>>;
  /** Configuration of this plan only. */
  readonly config?: object;
  /** The page of the screenshot when a module requires one: the first page of a visit, or the last. */
  readonly picture: 'first' | 'end';
  /** Modules whose first visit is abandoned without a sign-in. */
  readonly leaves?: readonly string[];
  /** Modules in which the person declines the request. */
  readonly declines?: readonly string[];
};

type PlansFile = {
  /** Configuration of all plans, in the suite's format. */
  readonly config: object;
  /** Inputs of the browser on the pages of the portal. */
  readonly steps: readonly Step[];
  /** Inputs with which the person declines the request instead. */
  readonly declineSteps: readonly Step[];
  /** Selectors on pages that end a visit without a redirect to the suite. */
  readonly ends: readonly string[];
  readonly plans: readonly Plan[];
};

type Module = { readonly testModule: string; readonly variant?: object };

type LogEntry = {
  readonly src?: string;
  readonly msg?: string;
  readonly result?: string;
  /** The name of a screenshot that the suite requires. */
  readonly upload?: string;
};

type RequestedVisit = { readonly url: string; readonly method: string };

const SUITE = process.env['SUITE_URL'] ?? 'https://localhost:8443';

/** Values of the placeholders in the plans' file. */
const PLACEHOLDER_VALUES: Readonly<Record<string, string>> = {
  PORTAL_URL: process.env['PORTAL_URL'] ?? 'https://localhost:9443',
  PORTAL_USER: process.env['PORTAL_USER'] ?? 'kim',
  PORTAL_PASSWORD: process.env['PORTAL_PASSWORD'] ?? SEED_PASSWORD,
};
const MODULE_TIMEOUT_MS = Number(process.env['MODULE_SECONDS'] ?? 120) * 1000;
const POLL_MS = 250;
const BAD_RESULTS = ['FAILED', 'INTERRUPTED', 'TIMED OUT'];

async function call<T>(method: string, path: string, body?: object | string): Promise<T> {
  const response = await fetch(new URL(path, SUITE), {
    method,
    headers: { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as T;
}

const query = (values: Readonly<Record<string, string>>): string => `?${new URLSearchParams(values)}`;

const logOf = (id: string): Promise<readonly LogEntry[]> => call('GET', `/api/log/${id}`);

/** Opens an address like a link or, by POST, like a form. */
async function open(page: Page, { url, method }: RequestedVisit): Promise<void> {
  if (method === 'POST') {
    const { origin, pathname, searchParams } = new URL(url);
    await page.setContent('<form method="post"></form>');
    await page.locator('form').evaluate(
      (form: HTMLFormElement, [action, fields]) => {
        form.action = action;
        for (const [name, value] of fields) {
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        }
        form.submit();
      },
      [origin + pathname, [...searchParams]] as const,
    );
    await page.waitForURL((now) => now.protocol !== 'about:');
  } else await page.goto(url);
}

/**
 * Takes the steps on the pages of the portal until the browser is back at the suite, or shows one of `ends`.
 * @returns whether it shows one of `ends`
 */
async function takeSteps(page: Page, { steps, file: { ends }, until }: Run): Promise<boolean> {
  const isShown = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible();
  while (Date.now() < until) {
    if (new URL(page.url()).origin === new URL(SUITE).origin) {
      await page.waitForLoadState('networkidle');
      return false;
    }
    for (const { on, text } of steps) {
      if (!(await isShown(on))) continue;
      const element = page.locator(on).first();
      await (text === undefined ? element.click() : element.fill(text));
      if (text !== undefined) await element.press('Enter');
      await element.waitFor({ state: 'hidden' });
    }
    for (const end of ends) if (await isShown(end)) return true;
    await setTimeout(POLL_MS);
  }
  return false;
}

/** Uploads a screenshot of the page for each picture that the module requires. */
async function uploadRequiredPictures(page: Page, id: string): Promise<void> {
  const requiredPictures = (await logOf(id)).flatMap(({ upload }) => upload ?? []);
  if (requiredPictures.length === 0) return;
  await page.locator('h1').first().waitFor();
  const picture = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
  for (const name of requiredPictures) await call('POST', `/api/log/${id}/images/${name}`, picture);
}

type Run = {
  readonly context: BrowserContext;
  readonly file: PlansFile;
  readonly steps: readonly Step[];
  readonly picture: Plan['picture'];
  readonly id: string;
  readonly until: number;
};

/** Visits an address at the request of a module. */
async function visit(run: Run, visited: RequestedVisit, isLeft: boolean): Promise<void> {
  const { context, picture, id } = run;
  const page = await context.newPage();
  await open(page, visited);
  await call('POST', `/api/runner/browser/${id}/visit${query({ url: visited.url })}`);
  if (!isLeft) {
    if (picture === 'first') await uploadRequiredPictures(page, id);
    const isAtEnd = await takeSteps(page, run);
    if (isAtEnd && picture === 'end') await uploadRequiredPictures(page, id);
  }
  await page.close();
}

/** The suite's result of a module, or the reason why there is none. */
async function resultOf(run: Run, leaves: boolean): Promise<string> {
  const { id, until } = run;
  let isAbandoned = leaves;
  while (Date.now() < until) {
    const { status, result } = await call<{ status: string; result?: string }>('GET', `/api/info/${id}`);
    if (status === 'INTERRUPTED') return status;
    if (status === 'FINISHED') return result ?? status;
    if (status === 'CONFIGURED') await call('POST', `/api/runner/${id}`);
    if (status === 'WAITING') {
      const { browser } = await call<{ browser?: { urlsWithMethod: RequestedVisit[] } }>(
        'GET',
        `/api/runner/${id}`,
      );
      const [next] = browser?.urlsWithMethod ?? [];
      if (next) {
        await visit(run, next, isAbandoned);
        isAbandoned = false;
      }
    }
    await setTimeout(POLL_MS);
  }
  await call('DELETE', `/api/runner/${id}`);
  return 'TIMED OUT';
}

/** The failures and warnings in the suite's log of a module. */
const problemsOf = async (id: string): Promise<readonly string[]> =>
  (await logOf(id))
    .filter(({ result }) => result === 'FAILURE' || result === 'WARNING')
    .map(({ src = '', msg = '', result }) => `    ${result} ${src}: ${msg.split('\n')[0]}`);

type PlanResult = {
  readonly plan: string;
  readonly modules: readonly { readonly module: string; readonly result: string }[];
};

async function runPlan(
  file: PlansFile,
  { plan, variant, config = {}, picture, leaves = [], declines = [] }: Plan,
): Promise<PlanResult> {
  const { id: planId, modules } = await call<{ id: string; modules: readonly Module[] }>(
    'POST',
    `/api/plan${query({ planName: plan, variant: JSON.stringify(variant) })}`,
    { ...file.config, ...config },
  );
  console.log(`${plan} (${SUITE}/plan-detail.html?plan=${planId})`);
  const launch = await findChromium();
  const browser = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
  const results: { module: string; result: string }[] = [];
  for (const { testModule: module, variant: own = {} } of modules) {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    const { id } = await call<{ id: string }>(
      'POST',
      `/api/runner${query({ test: module, plan: planId, variant: JSON.stringify(own) })}`,
    );
    const until = Date.now() + MODULE_TIMEOUT_MS;
    const steps = declines.includes(module) ? file.declineSteps : file.steps;
    const result = await resultOf({ context, file, steps, picture, id, until }, leaves.includes(module));
    results.push({ module, result });
    console.log(`  ${result.padEnd(11)} ${module} (${id})`);
    for (const line of await problemsOf(id)) console.log(line);
    await context.close();
  }
  await browser.close();
  return { plan, modules: results };
}

function readPlans(): PlansFile {
  const text = readFileSync(join(import.meta.dirname, 'plans.json'), 'utf8');
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string'
      ? Object.entries(PLACEHOLDER_VALUES).reduce(
          (text, [name, replacement]) => text.replaceAll(name, replacement),
          value,
        )
      : value,
  );
}

async function main(names: readonly string[], write: string | undefined): Promise<void> {
  const file = readPlans();
  const { version } = await call<{ version: string }>('GET', '/api/server');
  const plans: PlanResult[] = [];
  for (const plan of file.plans) {
    if (names.length === 0 || names.includes(plan.plan)) plans.push(await runPlan(file, plan));
  }
  const results = plans.flatMap(({ modules }) => modules.map(({ result }) => result));
  const counts = Map.groupBy(results, (result) => result);
  console.log([...counts].map(([result, { length }]) => `${result}: ${length}`).join(', '));
  if (write) writeFileSync(write, `${JSON.stringify({ suite: version, plans }, null, 2)}\n`);
  if (results.length === 0 || results.some((result) => BAD_RESULTS.includes(result))) process.exitCode = 1;
}

const { values, positionals } = readOptions(USAGE, () =>
  parseArgs({ options: { write: { type: 'string' } }, allowPositionals: true }),
);
await main(positionals, values.write);
