import { randomUUID } from 'node:crypto';
import { Browser } from '#tests/server/oidc/browser.ts';
import { appKeyOf } from '#tools/cluster/config.ts';

export type Json = Record<string, unknown>;
export type Answer = { readonly status: number; readonly location: string | null; readonly text: string };
export type CallAnswer = { readonly status: number; readonly json: Json };

type Init = RequestInit & { readonly headers?: Record<string, string> };

const MAX_TRIES = 3;

/** The stored length of such an answer. */
const MAX_TEXT = 300;

/**
 * A person at a browser, who repeats an unanswered request with the same idempotency key, as the page does.
 */
export class Person {
  readonly userId: string;
  /** How many requests had no answer. */
  unansweredCount = 0;
  /** Errors and missing answers, with their addresses. */
  readonly problems: string[] = [];
  /** How many requests were made, without repetitions. */
  requestCount = 0;
  readonly #browser = new Browser();
  readonly #url: string;
  readonly #before: (request: number) => Promise<void>;

  /** @param before runs before each request, with the number of the request from 0 on */
  constructor(
    url: string,
    userId: string,
    before: (request: number) => Promise<void> = async () => undefined,
  ) {
    this.#url = url;
    this.userId = userId;
    this.#before = before;
  }

  /** The cookies that are sent to an address of the portal. */
  cookiesFor(path: string): string {
    return this.#browser.cookieHeader(new URL(path, this.#url));
  }

  /** Adds these cookies to the browser. */
  addCookies(cookies: string): this {
    for (const cookie of cookies.split('; ')) {
      const [name = '', ...value] = cookie.split('=');
      this.#browser.setCookie(this.#url, name, value.join('='));
    }
    return this;
  }

  async #sendOnce(path: string, init: Init): Promise<Answer> {
    const response = await this.#browser.open(new URL(path, this.#url), init);
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) {
      this.problems.push(`${path}: ${response.status} ${text.slice(0, MAX_TEXT)}`);
    }
    return { status: response.status, location: response.headers.get('location'), text };
  }

  async #send(path: string, init: Init): Promise<Answer> {
    await this.#before(this.requestCount);
    this.requestCount += 1;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#sendOnce(path, init);
      } catch (error) {
        if (tries === MAX_TRIES) throw error;
        this.unansweredCount += 1;
        this.problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Opens an address, as a link or a redirect does. */
  visit(path: string): Promise<Answer> {
    return this.#send(path, {
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    });
  }

  /** Follows redirects within the portal; returns the first answer that is no such redirect. */
  async follow(path: string): Promise<Answer> {
    let answer = await this.visit(path);
    while (answer.location && new URL(answer.location, this.#url).origin === new URL(this.#url).origin) {
      answer = await this.visit(answer.location);
    }
    return answer;
  }

  /**
   * A call of the page, with its own idempotency key.
   * @param token is sent as a bearer token in both headers
   */
  async call(method: string, path: string, body?: Json, token?: string): Promise<CallAnswer> {
    const { status, text } = await this.#send(path, {
      method,
      headers: {
        accept: 'application/json',
        'x-language': 'en',
        ...(token && { authorization: `Bearer ${token}`, auth: `Bearer ${token}` }),
        ...(method !== 'GET' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status, json: text === '' ? {} : (JSON.parse(text) as Json) };
  }

  /** A call of the person's mobile app. */
  async phone(method: string, path: string, body?: Json): Promise<CallAnswer> {
    const { status, text } = await this.#send(path, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${appKeyOf(this.userId)}`,
        cookie: ' ',
        'x-language': 'en',
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status, json: JSON.parse(text) as Json };
  }

  /** A call that the service makes. */
  async service(path: string, authorization: string, fields: Record<string, string>): Promise<CallAnswer> {
    const { status, text } = await this.#send(path, {
      method: 'POST',
      headers: { accept: 'application/json', authorization, cookie: ' ' },
      body: new URLSearchParams(fields),
    });
    return { status, json: JSON.parse(text) as Json };
  }
}
