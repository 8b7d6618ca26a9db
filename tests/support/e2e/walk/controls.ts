import type { Page } from '@playwright/test';
import { retryOnNavigation } from './documents.ts';

/** A control that a person can reach now. */
export type Control = {
  /** The index among the reachable controls. */
  readonly index: number;
  readonly name: string;
  readonly kind: 'press' | 'text' | 'choice';
  /** The purpose of the field (autocomplete). */
  readonly autocomplete: string;
  /** The name of the field in its form. */
  readonly field: string;
  /** Whether the control belongs to the screen, not to the header or footer. */
  readonly isInScreen: boolean;
};

/** The controls that can be reached: while a modal dialog is open, only those inside it. Runs on the page. */
function reachableControls(): HTMLElement[] {
  const modal = document.querySelector('dialog[open]');
  const controls = (modal ?? document).querySelectorAll<HTMLElement>(
    'button, a[href], input, select, summary',
  );
  return [...controls].filter((control) => {
    if (control.matches(':disabled, [aria-disabled=true], [readonly], [type=hidden]')) return false;
    if (control.closest('[hidden], [inert], dialog:not([open])') || !control.checkVisibility()) return false;
    // A link to an app or to another site would end the walk.
    return (
      !(control instanceof HTMLAnchorElement) || /^http:\/\/(localhost|127\.0\.0\.1):/.test(control.href)
    );
  });
}

/** Describes controls. Runs on the page. */
function describeControls(controls: readonly HTMLElement[]): Control[] {
  const isText = (control: HTMLElement) =>
    control instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'submit', 'button', 'reset'].includes(control.type);
  return controls.map((control, index) => {
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const name = control.getAttribute('aria-label') ?? labels[0]?.textContent ?? control.textContent ?? '';
    return {
      index,
      name: `${control.tagName.toLowerCase()} ${name.trim().replace(/\s+/g, ' ').slice(0, 40)}`,
      kind: isText(control) ? 'text' : control.tagName === 'SELECT' ? 'choice' : 'press',
      autocomplete: control.getAttribute('autocomplete') ?? '',
      field: control.getAttribute('name') ?? '',
      isInScreen: control.closest('main, dialog') !== null,
    };
  });
}

/** The controls that a person can reach now, in the order of the page. */
export const controlsOn = (page: Page): Promise<readonly Control[]> =>
  retryOnNavigation(page, () => page.evaluate(`(${describeControls})((${reachableControls})())`));

/** A page that records whether the last press missed its control. */
type PressedPage = { pressMissed?: boolean };

/**
 * The point at which a control can be pressed, in CSS pixels of the window; null if the control no longer exists or is
 * covered. From now on the page records whether the next press misses the control, which may move meanwhile. Runs on the
 * page.
 */
function pointOf(controls: readonly HTMLElement[], index: number): { x: number; y: number } | null {
  const control = controls[index];
  const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
  for (const target of control ? [control, ...labels] : []) {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    if (
      hit &&
      (target.contains(hit) || hit.contains(target) || labels.some((label) => label.contains(hit)))
    ) {
      const page = window as unknown as PressedPage;
      const isHit = (pressed: EventTarget | null): boolean =>
        pressed === hit || [target, ...labels].some((each) => each.contains(pressed as Node | null));
      page.pressMissed = false;
      const recordPress = (event: Event) => {
        page.pressMissed = !isHit(event.target);
      };
      addEventListener('pointerdown', recordPress, { capture: true, once: true });
      return { x, y };
    }
  }
  return null;
}

const hasPressMissed = (page: Page): Promise<boolean> =>
  retryOnNavigation(page, () => page.evaluate(() => (window as unknown as PressedPage).pressMissed === true));

/** Presses a control with the mouse, and presses again if the control has moved meanwhile. A covered control is pressed with the keyboard. */
export async function pressOn(page: Page, { index }: Pick<Control, 'index'>, tries = 3): Promise<void> {
  const point: { x: number; y: number } | null = await page.evaluate(
    `(${pointOf})((${reachableControls})(), ${index})`,
  );
  if (point) {
    await page.mouse.click(point.x, point.y);
    if (tries > 1 && (await hasPressMissed(page))) await pressOn(page, { index }, tries - 1);
    return;
  }
  await page.evaluate(`(${reachableControls})()[${index}]?.focus()`);
  await page.keyboard.press('Space');
}

/** Replaces the text of a field by typing. */
export async function typeInto(page: Page, { index }: Control, text: string): Promise<void> {
  await page.evaluate(
    `{ const field = (${reachableControls})()[${index}]; field?.focus(); field?.select?.(); }`,
  );
  await page.keyboard.insertText(text);
}
