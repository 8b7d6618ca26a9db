import { create } from 'qrcode';

/** Side of the picture in CSS pixels (spec section 9). */
export const QR_SIZE = 200;

/** Modules of white around a code that scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The modules of a code, row by row; true is dark. Throws for a text that no code can hold. */
function modulesOf(text: string): readonly (readonly boolean[])[] {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const rows = Array.from({ length: modules.size }, (_, index) => index);
  return rows.map((row) => rows.map((column) => modules.get(row, column) === 1));
}

/**
 * Draws a code black on white in every theme (rule 88). A module is a whole number of device pixels,
 * so that no edge is blurred; the remaining pixels go to the quiet zone.
 */
export function drawQrCode(canvas: HTMLCanvasElement, text: string, pixelRatio: number): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2d canvas context for the QR code');
  const side = Math.round(QR_SIZE * pixelRatio);
  canvas.width = side;
  canvas.height = side;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  const modules = modulesOf(text);
  const unit = Math.max(1, Math.floor(side / (modules.length + 2 * QUIET_ZONE)));
  const start = Math.floor((side - unit * modules.length) / 2);
  context.fillStyle = '#000';
  for (const [row, line] of modules.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (isDark) context.fillRect(start + column * unit, start + row * unit, unit, unit);
    }
  }
}

/** The dark modules of a code as a path, in a square of `side` modules with its quiet zone: for a page without scripts. */
export function qrCodePath(text: string): { readonly side: number; readonly path: string } {
  const modules = modulesOf(text);
  const squares = modules.flatMap((line, row) =>
    line.flatMap((isDark, column) => (isDark ? [`M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`] : [])),
  );
  return { side: modules.length + 2 * QUIET_ZONE, path: squares.join('') };
}
