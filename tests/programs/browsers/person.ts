import { expect } from 'vitest';
import { type Language, type TextKey, tabTitle, textIn } from '#tests/support/e2e/texts.ts';
import type { Driver, Element } from './driver.ts';

/** The options of polls; a browser is slow on a busy machine. */
export const WITHIN_A_MINUTE = { timeout: 60_000 };

/** The backspace key (W3C WebDriver, "Keyboard actions"). */
const BACKSPACE = '\uE003';

const isStale = (error: unknown): boolean =>
  error instanceof Error && /stale element reference|StaleElementReference/.test(error.message);

/** Runs on the page; returns the visible control with this accessible name. */
function findControl(selector: string, name: string): globalThis.Element | null {
  const nameOf = (element: globalThis.Element): string =>
    (
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      ''
    )
      .replaceAll(/\s+/g, ' ')
      .trim();
  const controls = [...document.querySelectorAll(selector)];
  return controls.find((element) => nameOf(element) === name && element.checkVisibility()) ?? null;
}

/** Simulates a person at a browser, who finds controls by their names. */
export function personAt(driver: Driver, language: Language) {
  const text = textIn(language);

  const control = async (selector: string, name: string): Promise<Element> => {
    let element: unknown = null;
    await expect
      .poll(async () => {
        element = await driver.run(findControl, selector, name);
        return element;
      }, WITHIN_A_MINUTE)
      .not.toBeNull();
    return element as Element;
  };

  /** Acts on a control; repeats the action if the page has replaced the control meanwhile. */
  const withControl = async (
    selector: string,
    name: string,
    act: (element: Element) => Promise<void>,
  ): Promise<void> => {
    try {
      await act(await control(selector, name));
    } catch (error) {
      if (!isStale(error)) throw error;
      await withControl(selector, name, act);
    }
  };

  const person = {
    text,
    driver,
    press: (key: TextKey): Promise<void> => withControl('button', text(key), driver.click),
    pressNamed: (name: string): Promise<void> =>
      withControl('a, button, input[type=submit]', name, driver.click),
    field: (key: TextKey): Promise<Element> => control('input', text(key)),
    type: (key: TextKey, value: string): Promise<void> =>
      withControl('input', text(key), (field) => driver.type(field, value)),
    /** Waits until the screen has this heading. */
    waitForScreen: async (key: TextKey): Promise<void> => {
      await expect
        .poll(() => driver.run(() => document.querySelector('h1')?.textContent), WITHIN_A_MINUTE)
        .toBe(text(key));
    },
    waitForText: async (expected: string): Promise<void> => {
      await expect.poll(() => driver.run(() => document.body.innerText), WITHIN_A_MINUTE).toContain(expected);
    },
    /** Waits until the scripts of the portal run on the server-rendered ID entry. */
    waitUntilRunning: async (): Promise<void> => {
      await expect
        .poll(() => driver.run(() => document.title), WITHIN_A_MINUTE)
        .toBe(tabTitle(text, 'title.identity'));
    },
    /** Chooses a method with the tile of the method. */
    choose: async (key: TextKey): Promise<void> => {
      await person.waitForScreen('title.chooser');
      const tile = (name: string): globalThis.Element | null =>
        [...document.querySelectorAll('main button[data-state=Y]')].find((button) =>
          (button as HTMLElement).innerText.includes(name),
        ) ?? null;
      await expect.poll(() => driver.run(tile, text(key)), WITHIN_A_MINUTE).not.toBeNull();
      await driver.click((await driver.run(tile, text(key))) as unknown as Element);
      await person.waitForScreen(key);
    },
    enterId: async (userId: string): Promise<void> => {
      await person.waitUntilRunning();
      // With the keyboard: the driver's own clear command causes no input events.
      await withControl('input', text('identity.label'), async (field) => {
        const { length } = await driver.run((input: HTMLInputElement) => input.value, field);
        await driver.type(field, `${BACKSPACE.repeat(length)}${userId}`);
      });
      await person.press('action.next');
    },
    /** The session of this browser at a service of the lab. */
    session: async (path: string): Promise<unknown> =>
      driver.run(async (address: string) => (await fetch(address)).json(), path),
  };
  return person;
}

export type BrowserPerson = ReturnType<typeof personAt>;
