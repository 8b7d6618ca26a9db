import { create } from 'qrcode';

/** Width and height of the picture in CSS pixels (spec section 9). */
export const QR_SIZE = 200;

/**
 * Width of the white margin that scanners need around a QR code, in modules, the small squares of the code (ISO/IEC
 * 18004).
 */
const QUIET_ZONE = 4;

/**
 * The modules of a QR code, row by row. True means dark.
 * @throws {Error} if the text is too long for a QR code
 */
function modulesOf(text: string): readonly (readonly boolean[])[] {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const rows = Array.from({ length: modules.size }, (_, index) => index);
  return rows.map((row) => rows.map((column) => modules.get(row, column) === 1));
}

/**
 * Draws a QR code black on white in every theme (rule 88). Every module has a whole number of device pixels, so that
 * its edges are not blurred. The remaining pixels become part of the quiet zone.
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
  const moduleSize = Math.max(1, Math.floor(side / (modules.length + 2 * QUIET_ZONE)));
  const start = Math.floor((side - moduleSize * modules.length) / 2);
  context.fillStyle = '#000';
  for (const [row, line] of modules.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (isDark)
        context.fillRect(start + column * moduleSize, start + row * moduleSize, moduleSize, moduleSize);
    }
  }
}

/**
 * The dark modules of a QR code as an SVG path, for a page without scripts. `side`: the width of the picture in
 * modules, with the quiet zone.
 */
export function qrCodePath(text: string): { readonly side: number; readonly path: string } {
  const modules = modulesOf(text);
  const squares = modules.flatMap((line, row) =>
    line.flatMap((isDark, column) => (isDark ? [`M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`] : [])),
  );
  return { side: modules.length + 2 * QUIET_ZONE, path: squares.join('') };
}
