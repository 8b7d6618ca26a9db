import { randomUUID } from 'node:crypto';
import { Browser } from '#tests/server/oidc/browser.ts';
import { keyOf } from '#tools/cluster/config.ts';

export type Json = Record<string, unknown>;
export type Answer = { readonly status: number; readonly location: string | null; readonly text: string };
export type Called = { readonly status: number; readonly json: Json };

type Init = RequestInit & { readonly headers?: Record<string, string> };

const MAX_PRESSES = 3;

/** How much of such an answer is kept. */
const TOLD = 300;

/**
 * A person at a browser, who repeats an unanswered request with the same idempotency key, as the page does.
 */
export class Person {
  readonly userId: string;
  /** How often no answer came. */
  lost = 0;
  /** Answers that no person should see, with their addresses. */
  readonly troubles: string[] = [];
  /** How many requests were made. */
  asked = 0;
  readonly #browser = new Browser();
  readonly #url: string;
  readonly #before: (request: number) => Promise<void>;

  /** @param before is waited for before each request, with its number from 0 on */
  constructor(
    url: string,
    userId: string,
    before: (request: number) => Promise<void> = async () => undefined,
  ) {
    this.#url = url;
    this.userId = userId;
    this.#before = before;
  }

  /** The cookies that go along to an address of the portal. */
  cookiesFor(path: string): string {
    return this.#browser.cookieHeader(new URL(path, this.#url));
  }

  /** Goes on in a browser that has these cookies. */
  bring(cookies: string): this {
    for (const cookie of cookies.split('; ')) {
      const [name = '', ...value] = cookie.split('=');
      this.#browser.setCookie(this.#url, name, value.join('='));
    }
    return this;
  }

  async #once(path: string, init: Init): Promise<Answer> {
    const response = await this.#browser.open(new URL(path, this.#url), init);
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) {
      this.troubles.push(`${path}: ${response.status} ${text.slice(0, TOLD)}`);
    }
    return { status: response.status, location: response.headers.get('location'), text };
  }

  async #ask(path: string, init: Init): Promise<Answer> {
    await this.#before(this.asked);
    this.asked += 1;
    for (let pressed = 1; ; pressed += 1) {
      try {
        return await this.#once(path, init);
      } catch (error) {
        if (pressed === MAX_PRESSES) throw error;
        this.lost += 1;
        this.troubles.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Opens an address, as a link or a redirect does. */
  visit(path: string): Promise<Answer> {
    return this.#ask(path, {
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    });
  }

  /** Follows redirects within the portal; the answer that does not lead on there. */
  async follow(path: string): Promise<Answer> {
    let answer = await this.visit(path);
    while (answer.location && new URL(answer.location, this.#url).origin === new URL(this.#url).origin) {
      answer = await this.visit(answer.location);
    }
    return answer;
  }

  /**
   * A call of the page; each is a press of its own.
   * @param token goes along as bearer, in either header
   */
  async call(method: string, path: string, body?: Json, token?: string): Promise<Called> {
    const { status, text } = await this.#ask(path, {
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
  async phone(method: string, path: string, body?: Json): Promise<Called> {
    const { status, text } = await this.#ask(path, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${keyOf(this.userId)}`,
        cookie: ' ',
        'x-language': 'en',
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status, json: JSON.parse(text) as Json };
  }

  /** A call that the service makes. */
  async service(path: string, authorization: string, fields: Record<string, string>): Promise<Called> {
    const { status, text } = await this.#ask(path, {
      method: 'POST',
      headers: { accept: 'application/json', authorization, cookie: ' ' },
      body: new URLSearchParams(fields),
    });
    return { status, json: JSON.parse(text) as Json };
  }
}
