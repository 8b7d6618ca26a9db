import { randomUUID } from 'node:crypto';
import { authorizationPath, basicAuthorization, CALLBACK, CLIENT, userIdAt } from '#tools/cluster/config.ts';
import type { PortalCluster } from '#tools/cluster/start.ts';
import { passwordBody, sendRequest } from './client.ts';
import { Cookies } from './cookies.ts';

/** A request was refused with the status 429 or 503 because of the load. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
  /** Milliseconds from the request to its refusal. */
  readonly milliseconds: number;
  /** The header `Retry-After` of the response; empty if the response has no such header. */
  readonly retryAfter: string;

  constructor(request: string, milliseconds: number, retryAfter: string) {
    super(request);
    this.milliseconds = milliseconds;
    this.retryAfter = retryAfter;
  }
}

/** Statuses of responses that ask the client to try again later (RFC 9110, section 15.6.4; RFC 6585, section 4). */
const RETRY_LATER_STATUSES: readonly (number | undefined)[] = [429, 503];

type RequestContent = { readonly headers?: Record<string, string>; readonly body?: string };

/** A minimal browser with its own IP address. It calls the servers in turn, as if through a balancer. */
export class Browser {
  readonly #cookies = new Cookies();
  readonly #urls: readonly string[];
  readonly #publicUrl: URL;
  readonly #address: string;
  #requestCount: number;

  /**
   * @param urls addresses of the servers
   * @param publicUrl public URL of the servers
   * @param index number of this browser, from which its IP address is derived
   */
  constructor(urls: readonly string[], publicUrl: string, index: number) {
    this.#urls = urls;
    this.#publicUrl = new URL(publicUrl);
    this.#address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
    this.#requestCount = index;
  }

  /**
   * Sends one request.
   * @throws {RetryLaterError} when the server refuses the request because of the load
   */
  async send(method: string, path: string, { headers = {}, body }: RequestContent = {}) {
    const url = this.#urls[this.#requestCount % this.#urls.length];
    this.#requestCount += 1;
    const startedAt = performance.now();
    const { response, text } = await sendRequest(
      `${url}${path}`,
      method,
      {
        'accept-language': 'en',
        cookie: this.#cookies.header(),
        host: this.#publicUrl.host,
        'x-forwarded-for': this.#address,
        'x-forwarded-proto': this.#publicUrl.protocol.slice(0, -1),
        ...headers,
      },
      body,
    );
    const { statusCode, headers: responseHeaders } = response;
    if (RETRY_LATER_STATUSES.includes(statusCode)) {
      throw new RetryLaterError(
        `${method} ${path}`,
        performance.now() - startedAt,
        responseHeaders['retry-after'] ?? '',
      );
    }
    if (statusCode === undefined || statusCode >= 400) {
      throw new Error(`${method} ${path} answered ${statusCode}: ${text}`);
    }
    this.#cookies.store(responseHeaders);
    return { location: responseHeaders.location, text };
  }

  /**
   * Opens an address and follows redirects.
   * @returns the page; or the target of a redirect to another server, which is not requested
   */
  async follow(path: string): Promise<{ readonly page: string } | { readonly elsewhere: URL }> {
    const headers = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
    let url = new URL(path, this.#publicUrl);
    while (url.origin === this.#publicUrl.origin) {
      const { location, text } = await this.send('GET', `${url.pathname}${url.search}`, { headers });
      if (location === undefined) return { page: text };
      url = new URL(location, url);
    }
    return { elsewhere: url };
  }

  /** Opens an address that redirects to the service; returns the authorization code. */
  async authorizationCodeFrom(path: string): Promise<string> {
    const end = await this.follow(path);
    const code = 'elsewhere' in end ? end.elsewhere.searchParams.get('code') : null;
    if (code === null) throw new Error(`${path} returned no code`);
    return code;
  }
}

/**
 * Exchanges an authorization code for an ID token, as the service does.
 * @param path path of the token endpoint
 */
export async function redeem(browser: Browser, path: string, code: string): Promise<void> {
  const { text } = await browser.send('POST', path, {
    headers: {
      accept: 'application/json',
      authorization: basicAuthorization(CLIENT),
      cookie: '',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }).toString(),
  });
  if (typeof JSON.parse(text).id_token !== 'string') throw new Error('The service got no ID token');
}

/** Makes a call as the page of the portal does; returns the fields of the answer. */
async function call(browser: Browser, method: string, path: string, body?: object) {
  const { text } = await browser.send(method, path, {
    headers: {
      accept: 'application/json',
      'x-language': 'en',
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(text) as Record<string, unknown>;
}

/**
 * Signs a person in: from the authorization request of the service to the ID token.
 * @param people number of accounts
 * @param index number of the browser
 * @throws {RetryLaterError} when the server refuses a request because of the load
 */
export async function wholeSignIn(portals: PortalCluster, people: number, index: number): Promise<Browser> {
  const browser = new Browser(portals.urls, portals.url, index);
  const userId = userIdAt(index % people);
  await browser.follow(authorizationPath());
  await call(browser, 'GET', '/summary/auth');
  const { policyId } = await call(browser, 'POST', '/auth/policy/check', { userId, clientId: CLIENT.id });
  const { to } = await call(browser, 'POST', '/authenticate', passwordBody(userId, String(policyId)));
  await redeem(browser, '/oauth2/token', await browser.authorizationCodeFrom(String(to)));
  return browser;
}

/** Opens the service again as a signed-in person, without typing anything. */
export async function openServiceAgain(browser: Browser): Promise<void> {
  await redeem(browser, '/oauth2/token', await browser.authorizationCodeFrom(authorizationPath('none')));
}
