import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { focusPlace } from '#tests/support/e2e/focus.ts';
import { expectVisibleFocus } from '#tests/support/e2e/keyboard.ts';

/** How a control lies to what has the focus. */
type Bearing = {
  readonly kind: 'press' | 'checkbox' | 'radio' | 'field';
  readonly isChecked: boolean;
  readonly hasFocus: boolean;
  /** The focus is on another radio button of its group: arrows lead on. */
  readonly isInGroup: boolean;
  readonly isAfterFocus: boolean;
  /** So many presses of Tab lead once around the page, and some. */
  readonly round: number;
};

/** Takes the bearing of the control that an element belongs to. It runs on the page. */
function bearingOf(element: Element): Bearing {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex], iframe';
  const named = element instanceof HTMLLabelElement ? element.control : element.closest(controls);
  const control = named ?? element;
  const focused = document.activeElement ?? document.body;
  const type = control instanceof HTMLInputElement ? control.type : '';
  const isField = control.matches('input, textarea') && !['submit', 'button'].includes(type);
  const isInGroup =
    type === 'radio' &&
    focused instanceof HTMLInputElement &&
    focused.type === 'radio' &&
    focused.name === (control as HTMLInputElement).name;
  return {
    kind: type === 'radio' || type === 'checkbox' ? type : isField ? 'field' : 'press',
    isChecked: control instanceof HTMLInputElement && control.checked,
    hasFocus: control === focused,
    isInGroup,
    isAfterFocus: (focused.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    round: document.querySelectorAll(controls).length + 3,
  };
}

/** A screen that has just come takes the focus a moment later: nobody presses a key before. It runs on the page. */
async function settled(): Promise<void> {
  if (document.activeElement !== document.body) return;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Expects that what Tab has reached is in the window, and under nothing. */
async function expectFocusInSight(page: Page): Promise<void> {
  const problems = () => page.evaluate<readonly string[]>(`(${focusPlace})([])?.problems ?? []`);
  await expect.poll(problems).toEqual([]);
}

/**
 * Presses Tab, or Shift and Tab for what stands before, until a control has the focus; within a group of radio
 * buttons the arrows.
 * @throws Error when it has not been reached after two rounds: the first may have been disturbed by a new screen
 */
async function reach(control: Locator): Promise<Bearing> {
  const page = control.page();
  await page.evaluate(settled);
  const first = await control.evaluate(bearingOf);
  const tab = first.isAfterFocus ? 'Tab' : 'Shift+Tab';
  let bearing = first;
  for (let presses = 0; !bearing.hasFocus; presses += 1) {
    if (presses > 2 * first.round) throw new Error(`${control} cannot be reached by Tab`);
    const arrow = bearing.isAfterFocus ? 'ArrowDown' : 'ArrowUp';
    await page.keyboard.press(bearing.isInGroup ? arrow : tab);
    bearing = await control.evaluate(bearingOf);
  }
  await expectVisibleFocus(page);
  if (!first.hasFocus) await expectFocusInSight(page);
  return bearing;
}

async function press(control: Locator, times = 1): Promise<void> {
  const { kind, isChecked } = await reach(control);
  if (kind === 'field' || (kind === 'radio' && isChecked)) return;
  const key = kind === 'press' ? 'Enter' : 'Space';
  for (let time = 0; time < times; time += 1) await control.page().keyboard.press(key);
}

async function setTo(control: Locator, isWanted: boolean): Promise<void> {
  if ((await control.isChecked()) !== isWanted) await press(control);
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

/** What a person without a mouse does instead of what Playwright does with one, or with none of both. */
const BY_KEYS = {
  click: (control) => press(control),
  dblclick: (control) => press(control, 2),
  tap: (control) => press(control),
  check: (control) => setTo(control, true),
  uncheck: (control) => setTo(control, false),
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

/** Those whose second argument the options are. */
const WITH_VALUE: ReadonlySet<string> = new Set(['fill', 'press', 'type']);

/** Whether a control is on a page of one of these origins, and not in a frame of another page. It is waited for. */
async function isAt(origins: readonly string[], control: Locator, { timeout, force }: NonNullable<Options>) {
  await control.waitFor({ state: 'visible', ...(timeout !== undefined && { timeout }) });
  if (!force) await expect(control).toBeEnabled();
  return control.evaluate((element, wanted) => {
    const { location, defaultView } = element.ownerDocument;
    return wanted.includes(location.origin) && defaultView === window.top;
  }, origins);
}

type Method = (this: Locator, ...args: unknown[]) => Promise<void>;

/** Whoever presses something there with a mouse all the same fails the journey. It runs on the page. */
function tellMouse(origins: readonly string[]): void {
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
 * Puts the mouse away: whatever journeys do with controls on pages of these origins, they do by keys from now on, as
 * Tab finds the way. Other pages, and frames within others, keep the mouse.
 * @returns what brings it back
 */
export async function putMouseAway(context: BrowserContext, origins: readonly string[]): Promise<() => void> {
  await context.addInitScript(tellMouse, origins);
  const page = await context.newPage();
  const prototype: Record<string, Method> = Object.getPrototypeOf(page.locator('body'));
  await page.close();
  const former = Object.keys(BY_KEYS).map((name) => [name, prototype[name] as Method] as const);
  for (const [name, byMouse] of former) {
    const byKeys = BY_KEYS[name as keyof typeof BY_KEYS] as (
      control: Locator,
      ...args: unknown[]
    ) => Promise<void>;
    prototype[name] = async function (...args) {
      const options = args[WITH_VALUE.has(name) ? 1 : 0] as Options;
      return (await isAt(origins, this, options ?? {})) ? byKeys(this, ...args) : byMouse.apply(this, args);
    };
  }
  return () => void Object.assign(prototype, Object.fromEntries(former));
}
