import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { readOptions } from '#atlas/usage.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';

const USAGE = `Usage: npm run conformance -- [--write FILE] [PLAN …]
Runs the named plans of deploy/conformance/plans.json, or all plans, through the HTTP interface of a running
conformance suite, and prints a line for each module. With --write, the results are also written into a file.
The exit code is 1 when a module has failed or was interrupted.
SUITE_URL            address of the suite (https://localhost:8443)
PORTAL_URL           address of the portal (https://localhost:9443)
PORTAL_USER          ID of the account that signs in (kim)
PORTAL_PASSWORD      password of this account (default: the password of the demo accounts)
MODULE_SECONDS       time limit of a module (120)
NODE_EXTRA_CA_CERTS  path of the certificate of the suite, if it is self-signed`;

/**
 * An action on a page of the portal. With `text`, the text is typed into the element that matches the selector, and Enter
 * is pressed. Without `text`, the element is clicked.
 */
type Step = { readonly selector: string; readonly text?: string };

/** A plan of the suite: a list of modules with a configuration. */
type Plan = {
  /** Name of the plan. */
  readonly plan: string;
  /** Values of the suite's variant parameters. */
  readonly variant: Readonly<Record<string, string>>;
  /** Configuration of this plan, in addition to the configuration of all plans. */
  readonly config?: object;
  /** The page of which a screenshot is uploaded if a module requires one: the first or the last page of a request. */
  readonly screenshotPage: 'first' | 'last';
  /** Modules whose first request is abandoned without a sign-in. */
  readonly abandonedModules?: readonly string[];
  /** Modules in which the person declines the request. */
  readonly declinedModules?: readonly string[];
};

/** The content of `plans.json`. */
type PlansFile = {
  /** Configuration of all plans, in the format of the suite. */
  readonly config: object;
  /** Actions that sign a person in. */
  readonly signInSteps: readonly Step[];
  /** Actions with which a person declines the request. */
  readonly declineSteps: readonly Step[];
  /** Selectors of elements on pages of the portal from which the browser does not return to the suite. */
  readonly lastPageSelectors: readonly string[];
  readonly plans: readonly Plan[];
};

/** A module of a plan. */
type Module = { readonly testModule: string; readonly variant?: object };

/** An entry in the suite's log of a module. */
type LogEntry = {
  readonly src?: string;
  readonly msg?: string;
  readonly result?: string;
  /** The name of a screenshot that the suite requires. */
  readonly upload?: string;
};

/** An address that a module wants the browser to open, and the HTTP method. */
type BrowserRequest = { readonly url: string; readonly method: string };

const SUITE_URL = process.env['SUITE_URL'] ?? 'https://localhost:8443';

/** Values of the placeholders in `plans.json`. */
const PLACEHOLDER_VALUES: Readonly<Record<string, string>> = {
  PORTAL_URL: process.env['PORTAL_URL'] ?? 'https://localhost:9443',
  PORTAL_USER: process.env['PORTAL_USER'] ?? 'kim',
  PORTAL_PASSWORD: process.env['PORTAL_PASSWORD'] ?? SEED_PASSWORD,
};
const MODULE_TIMEOUT_MS = Number(process.env['MODULE_SECONDS'] ?? 120) * 1000;

/** Milliseconds between two requests for the state of a module or page. */
const POLL_INTERVAL_MS = 250;

/** Results of modules after which the exit code is 1. */
const BAD_RESULTS = ['FAILED', 'INTERRUPTED', 'TIMED OUT'];

/** Calls the HTTP interface of the suite. */
async function call<T>(method: string, path: string, body?: object | string): Promise<T> {
  const response = await fetch(new URL(path, SUITE_URL), {
    method,
    headers: { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as T;
}

const queryOf = (values: Readonly<Record<string, string>>): string => `?${new URLSearchParams(values)}`;

const logOf = (id: string): Promise<readonly LogEntry[]> => call('GET', `/api/log/${id}`);

/** Opens an address; with the method POST, its query is sent as a form. */
async function openAddress(page: Page, { url, method }: BrowserRequest): Promise<void> {
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
 * Performs the steps on the pages of the portal until the browser is back at the suite, or a last page is shown.
 * @returns whether a last page is shown
 */
async function performSteps(
  page: Page,
  { steps, file: { lastPageSelectors }, deadline }: ModuleRun,
): Promise<boolean> {
  const isShown = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible();
  while (Date.now() < deadline) {
    if (new URL(page.url()).origin === new URL(SUITE_URL).origin) {
      await page.waitForLoadState('networkidle');
      return false;
    }
    for (const { selector, text } of steps) {
      if (!(await isShown(selector))) continue;
      const element = page.locator(selector).first();
      await (text === undefined ? element.click() : element.fill(text));
      if (text !== undefined) await element.press('Enter');
      await element.waitFor({ state: 'hidden' });
    }
    for (const selector of lastPageSelectors) if (await isShown(selector)) return true;
    await setTimeout(POLL_INTERVAL_MS);
  }
  return false;
}

/**
 * Uploads a screenshot of the page for each screenshot that a module requires.
 * @param id ID of the module's run
 */
async function uploadRequiredScreenshots(page: Page, id: string): Promise<void> {
  const requiredNames = (await logOf(id)).flatMap(({ upload }) => upload ?? []);
  if (requiredNames.length === 0) return;
  await page.locator('h1').first().waitFor();
  const screenshot = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
  for (const name of requiredNames) await call('POST', `/api/log/${id}/images/${name}`, screenshot);
}

/** A run of a module. */
type ModuleRun = {
  readonly context: BrowserContext;
  readonly file: PlansFile;
  readonly steps: readonly Step[];
  readonly screenshotPage: Plan['screenshotPage'];
  /** The ID that the suite has given to the run. */
  readonly id: string;
  /** Time limit, in epoch milliseconds. */
  readonly deadline: number;
};

/**
 * Opens an address as a module wants, and performs the steps.
 * @param isAbandoned whether the page is closed without any step
 */
async function handleRequest(run: ModuleRun, request: BrowserRequest, isAbandoned: boolean): Promise<void> {
  const { context, screenshotPage, id } = run;
  const page = await context.newPage();
  await openAddress(page, request);
  await call('POST', `/api/runner/browser/${id}/visit${queryOf({ url: request.url })}`);
  if (!isAbandoned) {
    if (screenshotPage === 'first') await uploadRequiredScreenshots(page, id);
    const isLastPage = await performSteps(page, run);
    if (isLastPage && screenshotPage === 'last') await uploadRequiredScreenshots(page, id);
  }
  await page.close();
}

/**
 * Runs a module; returns its result in the suite, `INTERRUPTED` or `TIMED OUT`.
 * @param isFirstAbandoned whether the first request is abandoned without a sign-in
 */
async function runModule(run: ModuleRun, isFirstAbandoned: boolean): Promise<string> {
  const { id, deadline } = run;
  let isAbandoned = isFirstAbandoned;
  while (Date.now() < deadline) {
    const { status, result } = await call<{ status: string; result?: string }>('GET', `/api/info/${id}`);
    if (status === 'INTERRUPTED') return status;
    if (status === 'FINISHED') return result ?? status;
    if (status === 'CONFIGURED') await call('POST', `/api/runner/${id}`);
    if (status === 'WAITING') {
      const { browser } = await call<{ browser?: { urlsWithMethod: BrowserRequest[] } }>(
        'GET',
        `/api/runner/${id}`,
      );
      const [next] = browser?.urlsWithMethod ?? [];
      if (next) {
        await handleRequest(run, next, isAbandoned);
        isAbandoned = false;
      }
    }
    await setTimeout(POLL_INTERVAL_MS);
  }
  await call('DELETE', `/api/runner/${id}`);
  return 'TIMED OUT';
}

/** The failures and warnings in the suite's log of a module. */
const problemLinesOf = async (id: string): Promise<readonly string[]> =>
  (await logOf(id))
    .filter(({ result }) => result === 'FAILURE' || result === 'WARNING')
    .map(({ src = '', msg = '', result }) => `    ${result} ${src}: ${msg.split('\n')[0]}`);

/** The results of the modules of a plan. */
type PlanResult = {
  readonly plan: string;
  readonly modules: readonly { readonly module: string; readonly result: string }[];
};

async function runPlan(
  file: PlansFile,
  { plan, variant, config = {}, screenshotPage, abandonedModules = [], declinedModules = [] }: Plan,
): Promise<PlanResult> {
  const { id: planId, modules } = await call<{ id: string; modules: readonly Module[] }>(
    'POST',
    `/api/plan${queryOf({ planName: plan, variant: JSON.stringify(variant) })}`,
    { ...file.config, ...config },
  );
  console.log(`${plan} (${SUITE_URL}/plan-detail.html?plan=${planId})`);
  const launch = await findChromium();
  const browser = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
  const results: { module: string; result: string }[] = [];
  for (const { testModule: module, variant: moduleVariant = {} } of modules) {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    const { id } = await call<{ id: string }>(
      'POST',
      `/api/runner${queryOf({ test: module, plan: planId, variant: JSON.stringify(moduleVariant) })}`,
    );
    const deadline = Date.now() + MODULE_TIMEOUT_MS;
    const steps = declinedModules.includes(module) ? file.declineSteps : file.signInSteps;
    const run: ModuleRun = { context, file, steps, screenshotPage, id, deadline };
    const result = await runModule(run, abandonedModules.includes(module));
    results.push({ module, result });
    console.log(`  ${result.padEnd(11)} ${module} (${id})`);
    for (const line of await problemLinesOf(id)) console.log(line);
    await context.close();
  }
  await browser.close();
  return { plan, modules: results };
}

/** Reads `plans.json`, and replaces the placeholders. */
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

/**
 * Runs plans and prints the results.
 * @param names names of the plans; empty for all plans
 * @param resultsFile file into which the results are written
 */
async function main(names: readonly string[], resultsFile: string | undefined): Promise<void> {
  const file = readPlans();
  const { version } = await call<{ version: string }>('GET', '/api/server');
  const plans: PlanResult[] = [];
  for (const plan of file.plans) {
    if (names.length === 0 || names.includes(plan.plan)) plans.push(await runPlan(file, plan));
  }
  const results = plans.flatMap(({ modules }) => modules.map(({ result }) => result));
  const counts = Map.groupBy(results, (result) => result);
  console.log([...counts].map(([result, { length }]) => `${result}: ${length}`).join(', '));
  if (resultsFile) writeFileSync(resultsFile, `${JSON.stringify({ suite: version, plans }, null, 2)}\n`);
  if (results.length === 0 || results.some((result) => BAD_RESULTS.includes(result))) process.exitCode = 1;
}

const { values, positionals } = readOptions(USAGE, () =>
  parseArgs({ options: { write: { type: 'string' } }, allowPositionals: true }),
);
await main(positionals, values.write);
