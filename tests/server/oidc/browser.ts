type Cookie = { readonly value: string; readonly path: string; readonly host: string };

const isSentTo = (cookie: Cookie, url: URL): boolean =>
  cookie.host === url.hostname &&
  (url.pathname === cookie.path ||
    url.pathname.startsWith(cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`));

/** A browser without pages: it stores cookies by host and path, and follows redirects one at a time. */
export class Browser {
  readonly #cookies = new Map<string, Cookie>();

  /** The Cookie header that a request to `url` carries. */
  cookieHeader(url: string | URL): string {
    const target = new URL(url);
    return [...this.#cookies]
      .filter(([, cookie]) => isSentTo(cookie, target))
      .map(([key, { value }]) => `${key.slice(key.lastIndexOf(' ') + 1)}=${value}`)
      .join('; ');
  }

  #store(url: URL, header: string): void {
    const [pair = '', ...attributes] = header.split(/;\s*/);
    const name = pair.slice(0, pair.indexOf('='));
    const read = (attribute: string) =>
      attributes.find((part) => part.toLowerCase().startsWith(`${attribute}=`))?.slice(attribute.length + 1);
    const path = read('path') ?? '/';
    const key = `${url.hostname} ${path} ${name}`;
    const expires = read('expires');
    const isExpired = read('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now());
    if (isExpired) this.#cookies.delete(key);
    else this.#cookies.set(key, { value: pair.slice(name.length + 1), path, host: url.hostname });
  }

  /** Gives the browser a cookie as a page of `address` would. */
  setCookie(address: string | URL, name: string, value: string): void {
    this.#store(new URL(address), `${name}=${value}; Path=/`);
  }

  /** Stores the cookie of a Set-Cookie header from `address`. */
  storeCookie(address: string | URL, header: string): void {
    this.#store(new URL(address), header);
  }

  /** Sends one request; returns a redirect instead of following it. */
  async open(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const headers = new Headers({ accept: 'text/html', 'accept-language': 'en', ...init.headers });
    const cookie = this.cookieHeader(url);
    if (cookie && !headers.has('cookie')) headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) this.#store(url, header);
    return response;
  }

  /** Follows redirects until `stop` accepts an address, which is returned. */
  async follow(address: string | URL, stop: (url: URL) => boolean): Promise<URL> {
    let url = new URL(address);
    while (!stop(url)) {
      const response = await this.open(url);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
    }
    return url;
  }

  /** Sends a form as its submit button does. */
  submit(address: string | URL, fields: Readonly<Record<string, string>>): Promise<Response> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Sends a form, and opens the address to which the response redirects. */
  async submitAndOpen(address: string | URL, fields: Readonly<Record<string, string>>): Promise<Response> {
    const response = await this.submit(address, fields);
    return this.open(new URL(response.headers.get('location') ?? '', address));
  }
}
