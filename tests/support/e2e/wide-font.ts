import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const FONT_FOLDER = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json')));
const FAMILY = 'Wide Sans';
const FONT_FILES = { normal: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const;

/** Reads DejaVu Sans, the system font of many Linux systems, which is a fifth wider than other fonts. */
const readFonts = (): Readonly<Record<keyof typeof FONT_FILES, string>> => {
  const readFont = (file: string) => readFileSync(join(FONT_FOLDER, 'ttf', file)).toString('base64');
  return { normal: readFont(FONT_FILES.normal), bold: readFont(FONT_FILES.bold) };
};

/** Shows the page in DejaVu Sans on every computer; Korean texts have another font. */
export async function applyWideFont(page: Page): Promise<void> {
  await page.evaluate(
    async ({ family, fonts }) => {
      for (const [weight, data] of Object.entries(fonts)) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        document.fonts.add(await new FontFace(family, bytes.buffer, { weight }).load());
      }
      document.documentElement.style.setProperty('--font', `"${family}", sans-serif`);
      await document.fonts.ready;
    },
    { family: FAMILY, fonts: readFonts() },
  );
}

/** Fields whose text is wider than the field. Runs on the page, so it can use nothing of this module. */
export function overflowingFields(): readonly string[] {
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
 * Numbers, addresses and networks with a line break inside. A line break is allowed only after a hyphen, a slash or an at
 * sign. Runs on the page, so it can use nothing of this module.
 */
export function brokenNumbers(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, textContent } = node;
    if (!parentElement?.checkVisibility() || parentElement.closest('script, style, option')) continue;
    if (parentElement.getBoundingClientRect().width <= 1) continue;
    for (const match of (textContent ?? '').matchAll(/[\d*.:]*\d[\d*.:]*/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
        broken.push(match[0]);
    }
  }
  return broken;
}
