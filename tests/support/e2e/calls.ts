import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { LANGUAGE_HEADER } from '#wire/names.ts';
import { APP_PATH } from '#wire/phone-app.ts';

/** A call of the portal's page. */
export type RecordedCall = {
  /** Method and path, such as `POST /authenticate`, with the query when there is one. */
  readonly line: string;
  /** The JSON object of strings that every body of the portal is; null without a body. */
  readonly body: Readonly<Record<string, string>> | null;
  readonly headers: Readonly<Record<string, string>>;
};

export type Calls = {
  /** All calls of the portal's interface so far, in order. */
  all(): Promise<readonly RecordedCall[]>;
  /**
   * The calls whose line begins with this one. The call that the ID entry makes by itself to suggest passkeys is
   * included only when `line` names it exactly.
   */
  matching(line: string): Promise<readonly RecordedCall[]>;
  /** Every address that the browser has requested. */
  requestedAddresses(): readonly string[];
  /** Calls that look up the public IP address. */
  lookUps(): Promise<readonly RecordedCall[]>;
};

/** Paths that are no calls: parts of the page, which the browser may prefetch, and of the web app, which its worker caches. */
const PART_PATHS = ['/assets/', APP_PATH];

/** The call that starts an assertion without an ID. */
export const PASSKEY_SUGGESTION_CALL = 'POST /auth/login/fido';

const FETCHES: ReadonlySet<string> = new Set(['fetch', 'xhr']);

async function recordOf(request: Request): Promise<RecordedCall> {
  const { pathname, search } = new URL(request.url());
  return {
    line: `${request.method()} ${pathname}${search}`,
    body: request.postData() === null ? null : request.postDataJSON(),
    headers: await request.allHeaders(),
  };
}

/** Records the requests of the pages of a context. */
export function recordCalls(context: BrowserContext, portal: string, ipUrl: string): Calls {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const isCall = (request: Request): boolean => {
    const { origin, pathname } = new URL(request.url());
    return (
      FETCHES.has(request.resourceType()) &&
      origin === portal &&
      !PART_PATHS.some((part) => pathname.startsWith(part))
    );
  };
  const all = () => Promise.all(requests.filter(isCall).map(recordOf));
  return {
    all,
    matching: async (line) =>
      (await all()).filter((call) =>
        call.line === PASSKEY_SUGGESTION_CALL ? line === PASSKEY_SUGGESTION_CALL : call.line.startsWith(line),
      ),
    requestedAddresses: () => requests.map((request) => request.url()),
    // A cancelled request has only the headers that the browser might have sent.
    lookUps: () =>
      Promise.all(
        requests.filter((request) => request.url() === ipUrl && request.failure() === null).map(recordOf),
      ),
  };
}

/** Holds back the portal's calls of a path until they are released, so that a test can check the page in between. */
export async function holdCalls(page: Page, path: string): Promise<{ release(): void }> {
  const gate = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await gate.promise;
      await route.continue();
    },
  );
  return { release: () => gate.resolve() };
}

/** Expects of every call that it has a language header and sends no credentials to third parties. */
export async function expectNoLeaks(calls: Calls): Promise<void> {
  const withoutLanguage = (await calls.all()).filter(
    ({ headers }) => !headers[LANGUAGE_HEADER.toLowerCase()],
  );
  expect(withoutLanguage.map(({ line }) => line)).toEqual([]);
  for (const { headers } of await calls.lookUps()) {
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(cookie|authorization|auth|x-language|referer)$/)]),
    );
  }
}
