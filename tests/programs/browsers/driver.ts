import { setTimeout } from 'node:timers/promises';

/** A reference to an element of the page (W3C WebDriver), which later commands contain. */
export type Element = Readonly<Record<string, string>>;

/** Sends a command of W3C WebDriver with parameters; returns the result. */
export type Send = (command: Command, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The commands that the journeys need; `parameters.id` is the id of an element. */
export type Command =
  | 'NewSession'
  | 'Navigate'
  | 'GetCurrentURL'
  | 'ExecuteScript'
  | 'ElementClick'
  | 'ElementSendKeys';

/** The pause between two polls in milliseconds. */
export const POLL_MS = 50;

/** A browser on this machine that is controlled by a test. */
export type Driver = {
  readonly name: string;
  /** Resolves when the former page is closed; the new page may still be loading. */
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs a function on the page; the function can use only the arguments. */
  run<Result>(script: (...args: never[]) => Result, ...args: readonly unknown[]): Promise<Result>;
  click(element: Element): Promise<void>;
  type(element: Element, text: string): Promise<void>;
  close(): Promise<void>;
};

/** The name of the field that contains the id of an element (W3C WebDriver, "Elements"). */
const ID_FIELD = 'element-6066-11e4-a52e-4f735466cecf';

const idOf = (element: Element): string => element[ID_FIELD] ?? '';

/** Whether a command failed because the page was closed before the answer. */
const isFromClosedPage = (error: unknown): boolean =>
  error instanceof Error && /no such frame|NoSuchWindow|unload|timeout/i.test(error.message);

/**
 * Creates a driver that sends commands.
 * @param close ends the session and the processes
 */
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
    // The former page is marked, because a driver may report the address of the next page too early.
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
