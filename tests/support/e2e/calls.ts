import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { LANGUAGE_HEADER } from '#wire/names.ts';
import { APP_PATH } from '#wire/phone-app.ts';

/** A call of the portal's page. */
export type RecordedCall = {
  /** The method and path, such as `POST /authenticate`, and the query if there is one. */
  readonly line: string;
  /** The body, which is an object of strings in every call of the portal; null if the call has no body. */
  readonly body: Readonly<Record<string, string>> | null;
  readonly headers: Readonly<Record<string, string>>;
};

/** The recorded calls of the portal's page. */
export type Calls = {
  /** All calls of the portal's interface so far, in order. */
  all(): Promise<readonly RecordedCall[]>;
  /**
   * The calls whose line begins with this text. The call that the ID entry makes by itself to suggest passkeys is
   * included only if the text is `PASSKEY_SUGGESTION_CALL`.
   */
  matching(lineStart: string): Promise<readonly RecordedCall[]>;
  /** Every address that the browser has requested. */
  requestedAddresses(): readonly string[];
  /** The requests for the public IP address. */
  ipLookUps(): Promise<readonly RecordedCall[]>;
};

/** Paths of requests that are not calls: the page's files, which the browser may prefetch, and the web app's files, which its service worker caches. */
const FILE_PATHS = ['/assets/', APP_PATH];

/** The call that starts an assertion without an ID. */
export const PASSKEY_SUGGESTION_CALL = 'POST /auth/login/fido';

const FETCH_TYPES: ReadonlySet<string> = new Set(['fetch', 'xhr']);

async function recordRequest(request: Request): Promise<RecordedCall> {
  const { pathname, search } = new URL(request.url());
  return {
    line: `${request.method()} ${pathname}${search}`,
    body: request.postData() === null ? null : request.postDataJSON(),
    headers: await request.allHeaders(),
  };
}

/**
 * Records the requests of all pages of a context.
 * @param portal the origin of the portal
 * @param ipUrl the address that returns the public IP address
 */
export function recordCalls(context: BrowserContext, portal: string, ipUrl: string): Calls {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const isCall = (request: Request): boolean => {
    const { origin, pathname } = new URL(request.url());
    return (
      FETCH_TYPES.has(request.resourceType()) &&
      origin === portal &&
      !FILE_PATHS.some((path) => pathname.startsWith(path))
    );
  };
  const all = () => Promise.all(requests.filter(isCall).map(recordRequest));
  return {
    all,
    matching: async (lineStart) =>
      (await all()).filter((call) =>
        call.line === PASSKEY_SUGGESTION_CALL
          ? lineStart === PASSKEY_SUGGESTION_CALL
          : call.line.startsWith(lineStart),
      ),
    requestedAddresses: () => requests.map((request) => request.url()),
    // Leaves out cancelled requests: their headers are provisional, and may never have been sent.
    ipLookUps: () =>
      Promise.all(
        requests
          .filter((request) => request.url() === ipUrl && request.failure() === null)
          .map(recordRequest),
      ),
  };
}

/** Delays the portal's calls of a path until the test releases the calls. */
export async function delayCalls(page: Page, path: string): Promise<{ release(): void }> {
  const released = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await released.promise;
      await route.continue();
    },
  );
  return { release: () => released.resolve() };
}

/** Expects that every call has a language header, and that requests for the public IP address contain no credentials. */
export async function expectNoLeaks(calls: Calls): Promise<void> {
  const withoutLanguage = (await calls.all()).filter(
    ({ headers }) => !headers[LANGUAGE_HEADER.toLowerCase()],
  );
  expect(withoutLanguage.map(({ line }) => line)).toEqual([]);
  for (const { headers } of await calls.ipLookUps()) {
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(cookie|authorization|auth|x-language|referer)$/)]),
    );
  }
}
