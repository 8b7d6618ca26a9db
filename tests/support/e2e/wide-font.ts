import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const FONTS = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json')));
const FAMILY = 'Wide Sans';
const FILES = { normal: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const;

/** DejaVu Sans: the system font of many a Linux, and a fifth wider than others. */
const faces = (): Readonly<Record<keyof typeof FILES, string>> => {
  const read = (file: string) => readFileSync(join(FONTS, 'ttf', file)).toString('base64');
  return { normal: read(FILES.normal), bold: read(FILES.bold) };
};

/** Draws the page in DejaVu Sans, whatever fonts the machine has; Korean is drawn in the machine's own. */
export async function drawWide(page: Page): Promise<void> {
  await page.evaluate(
    async ({ family, fonts }) => {
      for (const [weight, data] of Object.entries(fonts)) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        document.fonts.add(await new FontFace(family, bytes.buffer, { weight }).load());
      }
      document.documentElement.style.setProperty('--font', `"${family}", sans-serif`);
      await document.fonts.ready;
    },
    { family: FAMILY, fonts: faces() },
  );
}

/** Fields whose text is wider than they are. It runs on the page, so it knows nothing from here. */
export function cutFields(): readonly string[] {
  return [...document.querySelectorAll('input')].flatMap((input) => {
    if (!input.checkVisibility() || input.value === '' || input.type === 'radio' || input.type === 'checkbox')
      return [];
    const { clientWidth, scrollWidth } = input;
    return scrollWidth > clientWidth
      ? [`${input.name} "${input.value}": ${scrollWidth} of ${clientWidth}`]
      : [];
  });
}

/**
 * Numbers, addresses and networks that are broken elsewhere than behind a hyphen, a slash or an at sign. It runs on the
 * page, so it knows nothing from here.
 */
export function tornNumbers(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const torn: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, textContent } = node;
    if (!parentElement?.checkVisibility() || parentElement.closest('script, style, option')) continue;
    if (parentElement.getBoundingClientRect().width <= 1) continue;
    for (const found of (textContent ?? '').matchAll(/[\d*.:]*\d[\d*.:]*/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
        torn.push(found[0]);
    }
  }
  return torn;
}
