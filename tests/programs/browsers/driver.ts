import { setTimeout } from 'node:timers/promises';

/** An element of WebDriver: a reference that later commands contain. */
export type Element = Readonly<Record<string, string>>;

/** Sends one command of W3C WebDriver with its parameters. */
export type Send = (command: Command, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The commands that the journeys need; an element's id is `parameters.id`. */
export type Command =
  | 'NewSession'
  | 'Navigate'
  | 'GetCurrentURL'
  | 'ExecuteScript'
  | 'ElementClick'
  | 'ElementSendKeys';

/** Pause between two polls. */
export const POLL_MS = 50;

/** A browser on this machine that is controlled by a test. */
export type Driver = {
  readonly name: string;
  /** Resolves when the former page is closed; the new one may still be loading. */
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs a function on the page; it can use only its arguments. */
  run<Result>(script: (...args: never[]) => Result, ...args: readonly unknown[]): Promise<Result>;
  click(element: Element): Promise<void>;
  type(element: Element, text: string): Promise<void>;
  close(): Promise<void>;
};

/** The key of a reference to an element (W3C WebDriver, "Elements"). */
const REFERENCE = 'element-6066-11e4-a52e-4f735466cecf';

const idOf = (element: Element): string => element[REFERENCE] ?? '';

/** Whether a command failed because its page was closed before the answer. */
const isFromClosedPage = (error: unknown): boolean =>
  error instanceof Error && /no such frame|NoSuchWindow|unload|timeout/i.test(error.message);

/** @param close ends the session and the processes */
export const driverOf = (name: string, send: Send, close: () => Promise<void>): Driver => {
  const run = async <Result>(
    script: (...args: never[]) => Result,
    ...args: readonly unknown[]
  ): Promise<Result> =>
    (await send('ExecuteScript', { script: `return (${script}).apply(null, arguments)`, args })) as Result;

  const isFormerPage = async (): Promise<boolean> => {
    try {
      return await run(() => 'former' in window);
    } catch (error) {
      if (isFromClosedPage(error)) return true;
      throw error;
    }
  };

  return {
    name,
    // The former page is marked, because a driver may already report the address of the next one.
    async open(url) {
      await run(() => {
        Object.assign(window, { former: true });
      });
      await send('Navigate', { url });
      while (await isFormerPage()) await setTimeout(POLL_MS);
    },
    async url() {
      return String(await send('GetCurrentURL'));
    },
    run,
    async click(element) {
      await send('ElementClick', { id: idOf(element) });
    },
    async type(element, text) {
      await send('ElementSendKeys', { id: idOf(element), text });
    },
    close,
  };
};
