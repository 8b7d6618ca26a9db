import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { LANGUAGE_HEADER } from '#wire/names.ts';
import { APP_PATH } from '#wire/phone-app.ts';

/** A call as the portal's page made it. */
export type RecordedCall = {
  /** `POST /authenticate`, with the query when there is one. */
  readonly line: string;
  /** Every body of the portal is a JSON object of strings; null without a body. */
  readonly body: Readonly<Record<string, string>> | null;
  readonly headers: Readonly<Record<string, string>>;
};

export type Calls = {
  /** Calls of the portal's interface so far, in order. */
  made(): Promise<readonly RecordedCall[]>;
  /**
   * Those whose line begins so. What the ID entry prepares by itself for suggestions of passkeys is among them
   * only when it is asked for by its own line.
   */
  of(line: string): Promise<readonly RecordedCall[]>;
  /** Every address that the browser has asked for. */
  addresses(): readonly string[];
  /** Look-ups of the public address. */
  lookUps(): Promise<readonly RecordedCall[]>;
};

/** Parts of the page, which the browser may fetch ahead, and of the phone's app, which its worker keeps. */
const PARTS = ['/assets/', APP_PATH];

/** Starts an assertion without an ID. */
export const SUGGESTIONS = 'POST /auth/login/fido';

const FETCHES: ReadonlySet<string> = new Set(['fetch', 'xhr']);

async function recorded(request: Request): Promise<RecordedCall> {
  const { pathname, search } = new URL(request.url());
  return {
    line: `${request.method()} ${pathname}${search}`,
    body: request.postData() === null ? null : request.postDataJSON(),
    headers: await request.allHeaders(),
  };
}

/** Records what the pages of a context ask for. */
export function recordCalls(context: BrowserContext, portal: string, ipUrl: string): Calls {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const isCall = (request: Request): boolean => {
    const { origin, pathname } = new URL(request.url());
    return (
      FETCHES.has(request.resourceType()) &&
      origin === portal &&
      !PARTS.some((part) => pathname.startsWith(part))
    );
  };
  const made = () => Promise.all(requests.filter(isCall).map(recorded));
  return {
    made,
    of: async (line) =>
      (await made()).filter((call) =>
        call.line === SUGGESTIONS ? line === SUGGESTIONS : call.line.startsWith(line),
      ),
    addresses: () => requests.map((request) => request.url()),
    // One that was given up has no headers but those that the browser might have sent.
    lookUps: () =>
      Promise.all(
        requests.filter((request) => request.url() === ipUrl && request.failure() === null).map(recorded),
      ),
  };
}

/** Holds back the portal's calls of a path until they are released, so that a test can look at the time between. */
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
  const mute = (await calls.made()).filter(({ headers }) => !headers[LANGUAGE_HEADER.toLowerCase()]);
  expect(mute.map(({ line }) => line)).toEqual([]);
  for (const { headers } of await calls.lookUps()) {
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(cookie|authorization|auth|x-language|referer)$/)]),
    );
  }
}
