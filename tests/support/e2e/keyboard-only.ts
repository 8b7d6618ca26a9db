import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { reportFocus } from '#tests/support/e2e/focus.ts';
import { expectVisibleFocus } from '#tests/support/e2e/keyboard.ts';

/** A control, and its position relative to the focused element. */
type ControlPosition = {
  readonly kind: 'press' | 'checkbox' | 'radio' | 'field';
  readonly isChecked: boolean;
  readonly hasFocus: boolean;
  /** Whether the focus is on another radio button of the same group, so that arrow keys reach the control. */
  readonly isInFocusedGroup: boolean;
  readonly isAfterFocus: boolean;
  /** A number of presses of Tab that moves the focus at least once around the page. */
  readonly pressesOfRound: number;
};

/** Finds the position of the control that an element belongs to. Runs on the page. */
function positionOf(element: Element): ControlPosition {
  const controlSelector = 'a[href], button, input, select, textarea, summary, [tabindex], iframe';
  const owner = element instanceof HTMLLabelElement ? element.control : element.closest(controlSelector);
  const control = owner ?? element;
  const focused = document.activeElement ?? document.body;
  const type = control instanceof HTMLInputElement ? control.type : '';
  const isField = control.matches('input, textarea') && !['submit', 'button'].includes(type);
  const isInFocusedGroup =
    type === 'radio' &&
    focused instanceof HTMLInputElement &&
    focused.type === 'radio' &&
    focused.name === (control as HTMLInputElement).name;
  return {
    kind: type === 'radio' || type === 'checkbox' ? type : isField ? 'field' : 'press',
    isChecked: control instanceof HTMLInputElement && control.checked,
    hasFocus: control === focused,
    isInFocusedGroup,
    isAfterFocus: (focused.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    // The browser has a few controls of its own.
    pressesOfRound: document.querySelectorAll(controlSelector).length + 3,
  };
}

/**
 * Waits until a new screen has taken the focus, which happens a moment after it is shown. Runs on the page. A page without
 * scripts takes no focus later, and never calls back.
 */
async function waitForFocus(): Promise<void> {
  if (document.activeElement !== document.body || matchMedia('(scripting: none)').matches) return;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Expects the control that Tab has reached to be in the window and uncovered. */
async function expectFocusInWindow(page: Page): Promise<void> {
  const problems = () => page.evaluate<readonly string[]>(`(${reportFocus})([])?.problems ?? []`);
  await expect.poll(problems).toEqual([]);
}

/**
 * Presses Tab, or Shift+Tab for a control before the focus, until the control has the focus. Within a group of radio
 * buttons, arrow keys are pressed.
 * @throws Error if the control does not have the focus after two rounds; a new screen may have interrupted the first round
 */
async function reach(control: Locator): Promise<ControlPosition> {
  const page = control.page();
  await page.evaluate(waitForFocus);
  const firstPosition = await control.evaluate(positionOf);
  const tab = firstPosition.isAfterFocus ? 'Tab' : 'Shift+Tab';
  let position = firstPosition;
  for (let presses = 0; !position.hasFocus; presses += 1) {
    if (presses > 2 * firstPosition.pressesOfRound) throw new Error(`${control} cannot be reached by Tab`);
    const arrow = position.isAfterFocus ? 'ArrowDown' : 'ArrowUp';
    await page.keyboard.press(position.isInFocusedGroup ? arrow : tab);
    position = await control.evaluate(positionOf);
  }
  await expectVisibleFocus(page);
  if (!firstPosition.hasFocus) await expectFocusInWindow(page);
  return position;
}

async function press(control: Locator, times = 1): Promise<void> {
  const { kind, isChecked } = await reach(control);
  if (kind === 'field' || (kind === 'radio' && isChecked)) return;
  const key = kind === 'press' ? 'Enter' : 'Space';
  for (let time = 0; time < times; time += 1) await control.page().keyboard.press(key);
}

async function setChecked(control: Locator, isChecked: boolean): Promise<void> {
  if ((await control.isChecked()) !== isChecked) await press(control);
}

async function typeInto(control: Locator, text: string): Promise<void> {
  await reach(control);
  const { keyboard } = control.page();
  await keyboard.press('ControlOrMeta+A');
  if (text === '') return keyboard.press('Delete');
  return keyboard.type(text);
}

type Options = { readonly timeout?: number; readonly force?: boolean } | undefined;
type Action = (control: Locator, ...args: never[]) => Promise<void>;

/** Keyboard actions that replace the actions of Playwright's locators. */
const KEYBOARD_ACTIONS = {
  click: (control) => press(control),
  dblclick: (control) => press(control, 2),
  tap: (control) => press(control),
  check: (control) => setChecked(control, true),
  uncheck: (control) => setChecked(control, false),
  fill: (control, text: string) => typeInto(control, text),
  focus: async (control) => void (await reach(control)),
  press: async (control, key: string) => {
    await reach(control);
    await control.page().keyboard.press(key);
  },
  type: async (control, text: string) => {
    await reach(control);
    await control.page().keyboard.type(text);
  },
} as const satisfies Readonly<Record<string, Action>>;

/** Actions whose first argument is a value, so that the options are the second argument. */
const ACTIONS_WITH_VALUE: ReadonlySet<string> = new Set(['fill', 'press', 'type']);

/** Waits for a control, and returns whether its page has one of the origins and is not in a frame of another page. */
async function isOnOrigin(
  origins: readonly string[],
  control: Locator,
  { timeout, force }: NonNullable<Options>,
) {
  await control.waitFor({ state: 'visible', ...(timeout !== undefined && { timeout }) });
  if (!force) await expect(control).toBeEnabled();
  return control.evaluate((element, allowed) => {
    const { location, defaultView } = element.ownerDocument;
    return allowed.includes(location.origin) && defaultView === window.top;
  }, origins);
}

type Method = (this: Locator, ...args: unknown[]) => Promise<void>;

/** Reports every use of a mouse as a console error, which fails the journey. Runs on the page. */
function reportMouseUse(origins: readonly string[]): void {
  if (!origins.includes(location.origin) || window.top !== window) return;
  document.addEventListener(
    'pointerdown',
    ({ isTrusted, target }) => {
      if (isTrusted) console.error('A mouse was used on', (target as Element).outerHTML);
    },
    { capture: true },
  );
}

/**
 * Replaces the mouse with the keyboard: from now on Playwright's actions on controls of these origins reach the control
 * with Tab and press keys. On other pages, and in frames within other pages, they still use the mouse.
 * @returns a function that restores the mouse
 */
export async function replaceMouseWithKeyboard(
  context: BrowserContext,
  origins: readonly string[],
): Promise<() => void> {
  await context.addInitScript(reportMouseUse, origins);
  const page = await context.newPage();
  const prototype: Record<string, Method> = Object.getPrototypeOf(page.locator('body'));
  await page.close();
  const mouseActions = Object.keys(KEYBOARD_ACTIONS).map(
    (name) => [name, prototype[name] as Method] as const,
  );
  for (const [name, byMouse] of mouseActions) {
    const byKeys = KEYBOARD_ACTIONS[name as keyof typeof KEYBOARD_ACTIONS] as (
      control: Locator,
      ...args: unknown[]
    ) => Promise<void>;
    prototype[name] = async function (...args) {
      const options = args[ACTIONS_WITH_VALUE.has(name) ? 1 : 0] as Options;
      return (await isOnOrigin(origins, this, options ?? {}))
        ? byKeys(this, ...args)
        : byMouse.apply(this, args);
    };
  }
  return () => void Object.assign(prototype, Object.fromEntries(mouseActions));
}
