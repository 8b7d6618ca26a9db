import type { Page } from '@playwright/test';
import { throughDocuments } from './documents.ts';

/** A control that a person can reach now. */
export type Control = {
  /** Its place among the controls. */
  readonly index: number;
  readonly name: string;
  readonly kind: 'press' | 'text' | 'choice';
  /** The purpose of the field (autocomplete). */
  readonly autocomplete: string;
  readonly field: string;
  /** Whether it belongs to the screen, and not to the frame around it. */
  readonly isOwn: boolean;
};

/** Runs on the page: the controls that can be reached; a modal dialog keeps them away from what is behind it. */
function reachable(): HTMLElement[] {
  const modal = document.querySelector('dialog[open]');
  const found = (modal ?? document).querySelectorAll<HTMLElement>('button, a[href], input, select, summary');
  return [...found].filter((control) => {
    if (control.matches(':disabled, [aria-disabled=true], [readonly], [type=hidden]')) return false;
    if (control.closest('[hidden], [inert], dialog:not([open])') || !control.checkVisibility()) return false;
    // A link to an app, or to nobody's page, leads out of the walk.
    return (
      !(control instanceof HTMLAnchorElement) || /^http:\/\/(localhost|127\.0\.0\.1):/.test(control.href)
    );
  });
}

/** Runs on the page: what the controls are. */
function described(found: readonly HTMLElement[]): Control[] {
  const isText = (control: HTMLElement) =>
    control instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'submit', 'button', 'reset'].includes(control.type);
  return found.map((control, index) => {
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const named = control.getAttribute('aria-label') ?? labels[0]?.textContent ?? control.textContent ?? '';
    return {
      index,
      name: `${control.tagName.toLowerCase()} ${named.trim().replace(/\s+/g, ' ').slice(0, 40)}`,
      kind: isText(control) ? 'text' : control.tagName === 'SELECT' ? 'choice' : 'press',
      autocomplete: control.getAttribute('autocomplete') ?? '',
      field: control.getAttribute('name') ?? '',
      isOwn: control.closest('main, dialog') !== null,
    };
  });
}

/** The controls that a person can reach now, in the order of the page. */
export const controlsOn = (page: Page): Promise<readonly Control[]> =>
  throughDocuments(page, () => page.evaluate(`(${described})((${reachable})())`));

type PressedPage = { pressMissed?: boolean };

/**
 * Where a control can be pressed, in CSS pixels of the window; null when it is gone or something covers it. The page
 * notes whether the next press misses it: what is shown may move just then.
 */
function placeOf(found: readonly HTMLElement[], index: number): { x: number; y: number } | null {
  const control = found[index];
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
      const note = (event: Event) => {
        page.pressMissed = !isHit(event.target);
      };
      addEventListener('pointerdown', note, { capture: true, once: true });
      return { x, y };
    }
  }
  return null;
}

const hasMissed = (page: Page): Promise<boolean> =>
  throughDocuments(page, () => page.evaluate(() => (window as unknown as PressedPage).pressMissed === true));

/** Presses a control with the mouse, again where it has moved away from under it; one that nothing of can be hit, by the keyboard. */
export async function pressOn(page: Page, { index }: Pick<Control, 'index'>, tries = 3): Promise<void> {
  const place: { x: number; y: number } | null = await page.evaluate(
    `(${placeOf})((${reachable})(), ${index})`,
  );
  if (place) {
    await page.mouse.click(place.x, place.y);
    if (tries > 1 && (await hasMissed(page))) await pressOn(page, { index }, tries - 1);
    return;
  }
  await page.evaluate(`(${reachable})()[${index}]?.focus()`);
  await page.keyboard.press('Space');
}

/** Types a text in place of what stands in a field. */
export async function typeInto(page: Page, { index }: Control, text: string): Promise<void> {
  await page.evaluate(`{ const field = (${reachable})()[${index}]; field?.focus(); field?.select?.(); }`);
  await page.keyboard.insertText(text);
}
