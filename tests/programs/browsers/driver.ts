import { setTimeout } from 'node:timers/promises';

/** What WebDriver calls an element: a reference, which goes into later commands. */
export type Element = Readonly<Record<string, string>>;

/** One command of W3C WebDriver, by its path under `session/{id}` and what it is sent. */
export type Send = (command: Command, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The commands that the journeys need; an element's id stands in `parameters.id`. */
export type Command =
  | 'NewSession'
  | 'Navigate'
  | 'GetCurrentURL'
  | 'ExecuteScript'
  | 'ElementClick'
  | 'ElementSendKeys';

/** Pause between two checks for something to appear. */
export const POLL_MS = 50;

/** A browser of this machine that is driven from outside. */
export type Driver = {
  readonly name: string;
  /** Resolves when the browser is on its way: whatever is waited for is looked for. */
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs a function on the page, which sees nothing but its arguments. */
  run<Result>(script: (...args: never[]) => Result, ...args: readonly unknown[]): Promise<Result>;
  click(element: Element): Promise<void>;
  type(element: Element, text: string): Promise<void>;
  close(): Promise<void>;
};

/** The key of a reference to an element (W3C WebDriver, "Elements"). */
const REFERENCE = 'element-6066-11e4-a52e-4f735466cecf';

const idOf = (element: Element): string => element[REFERENCE] ?? '';

/** What is asked of a page that goes before it has answered. */
const isLeft = (error: unknown): boolean =>
  error instanceof Error && /no such frame|NoSuchWindow|unload|timeout/i.test(error.message);

/** @param close ends the session and the processes */
export const driverOf = (name: string, send: Send, close: () => Promise<void>): Driver => {
  const run = async <Result>(
    script: (...args: never[]) => Result,
    ...args: readonly unknown[]
  ): Promise<Result> =>
    (await send('ExecuteScript', { script: `return (${script}).apply(null, arguments)`, args })) as Result;

  const isFormer = async (): Promise<boolean> => {
    try {
      return await run(() => 'former' in window);
    } catch (error) {
      if (isLeft(error)) return true;
      throw error;
    }
  };

  return {
    name,
    // The page that is left is marked: the address that a driver tells may be that of one still to come.
    async open(url) {
      await run(() => {
        Object.assign(window, { former: true });
      });
      await send('Navigate', { url });
      while (await isFormer()) await setTimeout(POLL_MS);
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
