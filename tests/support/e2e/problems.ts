import type { BrowserContext, ConsoleMessage, Response } from '@playwright/test';

/** The types of resources that must load. Calls are not included: they may be refused. */
const REQUIRED_TYPES = new Set(['script', 'stylesheet', 'image', 'font', 'manifest']);

/**
 * Beginnings of console errors that Chromium writes for every refused call and lost connection, and for a link that
 * opens an app without a press or that opens an app which is not installed.
 */
const EXPECTED_ERRORS = [
  'Failed to load resource',
  "Failed to launch 'cubelogin:",
  "Not allowed to launch 'cubelogin:",
];

const isExpected = (message: ConsoleMessage): boolean =>
  EXPECTED_ERRORS.some((start) => message.text().startsWith(start));

const isBrokenPart = (response: Response): boolean =>
  response.status() >= 400 && REQUIRED_TYPES.has(response.request().resourceType());

/**
 * Collects the problems of all pages of a context: uncaught errors and rejections, console errors, violations of the
 * content security policy, and missing parts of a page.
 */
export const watchProblems = async (context: BrowserContext): Promise<readonly string[]> => {
  const problems: string[] = [];
  context.on('weberror', (uncaught) => problems.push(`uncaught: ${uncaught.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message)) problems.push(`console: ${message.text()}`);
  });
  context.on('response', (response) => {
    if (isBrokenPart(response)) problems.push(`${response.status()}: ${response.url()}`);
  });
  await context.exposeBinding('reportViolation', ({ page }, violation: string) => {
    problems.push(`content security policy of ${page.url()}: ${violation}`);
  });
  await context.addInitScript(() => {
    const page = window as unknown as { reportViolation: (violation: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      page.reportViolation(`${effectiveDirective} blocked ${blockedURI} ${sample}`),
    );
  });
  return problems;
};
