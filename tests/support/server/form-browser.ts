import { JSDOM } from 'jsdom';
import type { Browser, CallAnswer } from './browser.ts';

const MAX_REDIRECTS = 5;

/** One parser for all pages, since a separate window for each page would be slow. */
const parser = new new JSDOM('').window.DOMParser();

const documentOf = (html: string): Document => parser.parseFromString(html, 'text/html');

type Fields = Readonly<Record<string, string>>;

/** A browser without scripts, which reads pages, fills in forms and presses buttons. */
export class FormBrowser {
  readonly browser: Browser;
  /** The path and query of the current page. */
  address = '';
  /** The address at another site to which the portal has redirected. */
  externalAddress: string | null = null;
  /** The responses since the last action: redirects, then the response with the current page. */
  answers: readonly CallAnswer[] = [];
  #page = documentOf('');

  constructor(browser: Browser) {
    this.browser = browser;
  }

  async open(address: string): Promise<void> {
    await this.#show(await this.browser.visit(address), address);
  }

  /** Loads the page again, as `Refresh` and a reload do. */
  reload(): Promise<void> {
    return this.open(this.address);
  }

  get heading(): string {
    return this.#page.querySelector('h1')?.textContent?.trim() ?? '';
  }

  get title(): string {
    return this.#page.title;
  }

  get html(): string {
    return this.#page.documentElement.outerHTML;
  }

  /** The visible text of the page. */
  get text(): string {
    const body = this.#page.body.cloneNode(true) as HTMLElement;
    for (const hidden of body.querySelectorAll('script, style, [aria-hidden=true], [hidden]'))
      hidden.remove();
    return body.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
  }

  /** The document of the current page. */
  get page(): Document {
    return this.#page;
  }

  get buttons(): readonly string[] {
    return [...this.#page.querySelectorAll('button')].map((button) => button.textContent?.trim() ?? '');
  }

  /** The buttons that post a form. */
  get postButtons(): readonly HTMLButtonElement[] {
    return [...this.#page.querySelectorAll('button')].filter(
      ({ disabled, type, form }) => !disabled && type === 'submit' && form?.method === 'post',
    );
  }

  /** The values that the browser would post when the button with this name is pressed. */
  formOf(name: string, fields: Fields = {}): URLSearchParams {
    const button = this.postButtons.find((candidate) => candidate.textContent?.trim() === name);
    if (!button?.form) {
      throw new Error(`No button "${name}" posts a form on "${this.heading}": ${this.buttons.join(', ')}`);
    }
    const { form } = button;
    const values = new URLSearchParams();
    for (const element of form.elements as Iterable<HTMLInputElement>) {
      const { name: field, type, checked, disabled, value } = element;
      if (field === '' || disabled || type === 'submit' || type === 'button') continue;
      if (type === 'checkbox' || type === 'radio') {
        const isOn = field in fields ? fields[field] === (type === 'radio' ? value : 'on') : checked;
        if (isOn) values.append(field, value);
        continue;
      }
      values.append(field, fields[field] ?? value);
    }
    for (const field of Object.keys(fields)) {
      if (![...(form.elements as Iterable<HTMLInputElement>)].some((element) => element.name === field)) {
        throw new Error(`No field "${field}" on "${this.heading}"`);
      }
    }
    if (button.name !== '') values.append(button.name, button.value);
    return values;
  }

  /** Fills in fields, and presses the button with this name. */
  async press(name: string, fields?: Fields): Promise<void> {
    await this.post(this.formOf(name, fields));
  }

  /** Posts a form to the address of the page. */
  async post(
    form: URLSearchParams,
    headers: Readonly<Record<string, string | null>> = {},
  ): Promise<CallAnswer> {
    const answer = await this.browser.request('POST', this.address, {
      body: form.toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'http://localhost:8080',
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
        ...headers,
      },
    });
    await this.#show(answer, this.address);
    return answer;
  }

  async #show(firstAnswer: CallAnswer, requestAddress: string): Promise<void> {
    let answer = firstAnswer;
    let address = requestAddress;
    this.answers = [firstAnswer];
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
      const location = answer.headers.get('location') ?? this.#refreshOf(answer);
      if (location === null) break;
      const target = new URL(location, 'http://localhost:8080');
      if (target.origin !== 'http://localhost:8080' || target.pathname.startsWith('/oauth2/authorize/')) {
        this.externalAddress = target.href;
        return;
      }
      address = target.pathname + target.search;
      answer = await this.browser.visit(address, { 'Sec-Fetch-Site': 'same-origin' });
      this.answers = [...this.answers, answer];
    }
    this.address = address;
    this.#page = documentOf(answer.text);
  }

  /** The address to which a page immediately redirects a browser without scripts; null if the page does not redirect. */
  #refreshOf({ headers, text }: CallAnswer): string | null {
    const header = headers.get('refresh');
    if (header === null && !text.includes('http-equiv="refresh"')) return null;
    const meta = documentOf(text).querySelector('noscript meta[http-equiv=refresh]');
    return /^0;\s*url=(.*)$/.exec(header ?? meta?.getAttribute('content') ?? '')?.[1] ?? null;
  }
}
