import { sendRequest } from './client.ts';
import { Cookies } from './cookies.ts';

/** A minimal browser without scripts, which opens pages and posts forms. */
export class FormClient {
  readonly #cookies = new Cookies();
  readonly #portal: string;
  readonly #publicUrl: string;

  /**
   * @param portal origin of the portal's process
   * @param publicUrl public URL of the portal
   */
  constructor(portal: string, publicUrl: string) {
    this.#portal = portal;
    this.#publicUrl = publicUrl;
  }

  async #request(method: string, path: string, body?: string) {
    const { response, text } = await sendRequest(
      `${this.#portal}${path}`,
      method,
      {
        accept: 'text/html',
        host: new URL(this.#publicUrl).host,
        'accept-language': 'en',
        'sec-fetch-dest': 'document',
        'sec-fetch-mode': 'navigate',
        cookie: this.#cookies.header(),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body,
    );
    this.#cookies.store(response.headers);
    return { status: response.statusCode, headers: response.headers, text };
  }

  /**
   * Opens a page; returns its HTML.
   * @throws {Error} when the status of the response is not 200
   */
  async get(path: string): Promise<string> {
    const { status, text } = await this.#request('GET', path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
    return text;
  }

  /**
   * Posts a form; returns the target of the redirect.
   * @throws {Error} when the response is not a redirect
   */
  async post(path: string, form: URLSearchParams): Promise<string> {
    const { status, headers } = await this.#request('POST', path, form.toString());
    const { location } = headers;
    if (status !== 303 || location === undefined) throw new Error(`POST ${path} answered ${status}`);
    return location;
  }
}
