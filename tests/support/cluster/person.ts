import { randomUUID } from 'node:crypto';
import { Browser } from '#tests/server/oidc/browser.ts';
import { appKeyOf } from '#tools/cluster/config.ts';

export type Json = Record<string, unknown>;

/** The response to a request of the browser. */
export type Answer = { readonly status: number; readonly location: string | null; readonly text: string };

/** The response to a call. */
export type CallAnswer = { readonly status: number; readonly json: Json };

type RequestOptions = RequestInit & { readonly headers?: Record<string, string> };

const MAX_TRIES = 3;

/** The number of characters of an error response that a problem contains. */
const MAX_TEXT_LENGTH = 300;

/** A person with a browser, who repeats an unanswered request with the same idempotency key, as the page does. */
export class Person {
  readonly userId: string;
  /** The number of requests without a response. */
  unansweredCount = 0;
  /** Error responses and missing responses, each with the path of its request. */
  readonly problems: string[] = [];
  /** The number of requests; repetitions are not counted. */
  requestCount = 0;
  readonly #browser = new Browser();
  readonly #url: string;
  readonly #beforeRequest: (requestIndex: number) => Promise<void>;

  /** @param beforeRequest runs before each request, with the index of the request */
  constructor(
    url: string,
    userId: string,
    beforeRequest: (requestIndex: number) => Promise<void> = async () => undefined,
  ) {
    this.#url = url;
    this.userId = userId;
    this.#beforeRequest = beforeRequest;
  }

  /** The cookies that are sent to an address of the portal. */
  cookiesFor(path: string): string {
    return this.#browser.cookieHeader(new URL(path, this.#url));
  }

  /** Adds the cookies of a `Cookie` header to the browser. */
  addCookies(cookies: string): this {
    for (const cookie of cookies.split('; ')) {
      const [name = '', ...value] = cookie.split('=');
      this.#browser.setCookie(this.#url, name, value.join('='));
    }
    return this;
  }

  async #sendOnce(path: string, options: RequestOptions): Promise<Answer> {
    const response = await this.#browser.open(new URL(path, this.#url), options);
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) {
      this.problems.push(`${path}: ${response.status} ${text.slice(0, MAX_TEXT_LENGTH)}`);
    }
    return { status: response.status, location: response.headers.get('location'), text };
  }

  async #send(path: string, options: RequestOptions): Promise<Answer> {
    await this.#beforeRequest(this.requestCount);
    this.requestCount += 1;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#sendOnce(path, options);
      } catch (error) {
        if (tries === MAX_TRIES) throw error;
        this.unansweredCount += 1;
        this.problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Opens an address, as a link or a redirect does. */
  open(path: string): Promise<Answer> {
    return this.#send(path, {
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    });
  }

  /** Opens an address, and follows redirects within the portal. Returns the first response that is not such a redirect. */
  async follow(path: string): Promise<Answer> {
    let answer = await this.open(path);
    while (answer.location && new URL(answer.location, this.#url).origin === new URL(this.#url).origin) {
      answer = await this.open(answer.location);
    }
    return answer;
  }

  /**
   * Makes a call as the page does, with a new idempotency key.
   * @param token a bearer token, which is sent in the headers `authorization` and `auth`
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

  /** Makes a call as the person's mobile app does: with the key of the app, and without the browser's cookies. */
  async callFromApp(method: string, path: string, body?: Json): Promise<CallAnswer> {
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

  /** Makes a call as the service does, without the browser's cookies. */
  async callFromService(
    path: string,
    authorization: string,
    fields: Record<string, string>,
  ): Promise<CallAnswer> {
    const { status, text } = await this.#send(path, {
      method: 'POST',
      headers: { accept: 'application/json', authorization, cookie: ' ' },
      body: new URLSearchParams(fields),
    });
    return { status, json: JSON.parse(text) as Json };
  }
}
