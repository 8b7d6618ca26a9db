/** Widths of characters in em. They are the widths of a wide sans-serif font, so that a text in any other font fits, too. */
const CHARACTER_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/, 1],
  [/[ijlI'|.,:;! ]/, 0.34],
  [/[ftr()[\]{}/\-"]/, 0.43],
  [/[szckvxyJ]/, 0.58],
  [/[mMW@%→]/, 0.98],
  [/[wOQGDNH]/, 0.82],
  [/[A-Z]/, 0.72],
];

const OTHER_WIDTH = 0.64;
const BOLD_FACTOR = 1.1;

/** The font of a text; `size` is in pixels. */
export type Font = { readonly size: number; readonly isBold?: boolean };

const characterWidth = (character: string): number =>
  CHARACTER_WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER_WIDTH;

/** The maximum width of a text in any common font, in pixels. */
export const textWidth = (text: string, { size, isBold = false }: Font): number =>
  Math.ceil(
    [...text].reduce((sum, character) => sum + characterWidth(character), 0) *
      size *
      (isBold ? BOLD_FACTOR : 1),
  );

/** Breaks a text into lines of at most `width` pixels. A single word that is wider is not broken. */
export function wrapText(text: string, width: number, font: Font): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longerLine = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longerLine, font) > width) {
      lines.push(line);
      line = word;
    } else line = longerLine;
  }
  return line === '' ? lines : [...lines, line];
}

/** Escapes a text for SVG and HTML. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
