import type { IncomingHttpHeaders } from 'node:http';

/** A minimal cookie jar that sends every cookie to every address. */
export class Cookies {
  readonly #values = new Map<string, string>();

  /** The value of the header `Cookie` of a request. */
  header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Stores the cookies of a response. */
  store(headers: IncomingHttpHeaders): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [pair = ''] = cookie.split(';', 1);
      const end = pair.indexOf('=');
      this.#values.set(pair.slice(0, end), pair.slice(end + 1));
    }
  }
}
