import { expect } from 'vitest';
import { type Language, type TextKey, tabTitle, writerOf } from '#tests/support/e2e/texts.ts';
import type { Driver, Element } from './driver.ts';

/** A busy machine takes a browser long. */
export const SOON = { timeout: 60_000 };

/** As WebDriver writes it (W3C WebDriver, "Keyboard actions"). */
const BACKSPACE = '\uE003';

const isStale = (error: unknown): boolean =>
  error instanceof Error && /stale element reference|StaleElementReference/.test(error.message);

/** Runs on the page: the control that can be seen and has this name, as its person reads it. */
function controlNamed(selector: string, name: string): globalThis.Element | null {
  const named = (element: globalThis.Element): string =>
    (
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      ''
    )
      .replaceAll(/\s+/g, ' ')
      .trim();
  const all = [...document.querySelectorAll(selector)];
  return all.find((element) => named(element) === name && element.checkVisibility()) ?? null;
}

/** A person at a browser, who finds controls by their names. */
export function personAt(driver: Driver, language: Language) {
  const text = writerOf(language);

  const control = async (selector: string, name: string): Promise<Element> => {
    let found: unknown = null;
    await expect
      .poll(async () => {
        found = await driver.run(controlNamed, selector, name);
        return found;
      }, SOON)
      .not.toBeNull();
    return found as Element;
  };

  /** Does something with a control; once more where the page has drawn it anew meanwhile. */
  const use = async (
    selector: string,
    name: string,
    act: (element: Element) => Promise<void>,
  ): Promise<void> => {
    try {
      await act(await control(selector, name));
    } catch (error) {
      if (!isStale(error)) throw error;
      await use(selector, name, act);
    }
  };

  const person = {
    text,
    driver,
    press: (key: TextKey): Promise<void> => use('button', text(key), driver.click),
    pressNamed: (name: string): Promise<void> => use('a, button, input[type=submit]', name, driver.click),
    field: (key: TextKey): Promise<Element> => control('input', text(key)),
    type: (key: TextKey, value: string): Promise<void> =>
      use('input', text(key), (field) => driver.type(field, value)),
    /** The heading of the screen, once it is this one. */
    isAt: async (key: TextKey): Promise<void> => {
      await expect
        .poll(() => driver.run(() => document.querySelector('h1')?.textContent), SOON)
        .toBe(text(key));
    },
    reads: async (what: string): Promise<void> => {
      await expect.poll(() => driver.run(() => document.body.innerText), SOON).toContain(what);
    },
    /** The portal has taken over the ID entry that came with the page. */
    isTaken: async (): Promise<void> => {
      await expect.poll(() => driver.run(() => document.title), SOON).toBe(tabTitle(text, 'title.identity'));
    },
    /** Chooses a method by its tile. */
    choose: async (key: TextKey): Promise<void> => {
      await person.isAt('title.chooser');
      const tile = (name: string): globalThis.Element | null =>
        [...document.querySelectorAll('main button[data-state=Y]')].find((button) =>
          (button as HTMLElement).innerText.includes(name),
        ) ?? null;
      await expect.poll(() => driver.run(tile, text(key)), SOON).not.toBeNull();
      await driver.click((await driver.run(tile, text(key))) as unknown as Element);
      await person.isAt(key);
    },
    enterId: async (userId: string): Promise<void> => {
      await person.isTaken();
      // Key by key: what a driver empties by itself is no input to the page.
      await use('input', text('identity.label'), async (field) => {
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
