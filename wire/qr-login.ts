import { type AppSettings, appLink } from './app-links.ts';
import { APP_PATH } from './phone-app.ts';

/** Time in which a QR code can be approved, in milliseconds (spec section 9). */
export const QR_LIFETIME = 15_000;

/** Time in which an approved QR code can be used, while the person enters the password, in milliseconds (rule 89). */
export const QR_APPROVAL_LIFETIME = 60_000;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MIN_NUMBER = 10;
const TWO_DIGIT_NUMBERS = 90;

/**
 * The two-digit number that the portal shows with a QR code and that the person has to choose on the phone (rule 89):
 * FNV-1a (32 bits) over the UTF-16 units of the id, modulo 90, plus 10. The page and the phone both have the id, so the
 * number is never sent. The number is not a secret: it only shows that the person sees the screen with this QR code.
 */
export function qrNumber(qrId: string): string {
  let hash = FNV_OFFSET;
  for (let index = 0; index < qrId.length; index += 1) {
    hash = Math.imul(hash ^ qrId.charCodeAt(index), FNV_PRIME) >>> 0;
  }
  return String((hash % TWO_DIGIT_NUMBERS) + MIN_NUMBER);
}

/** The values in the QR code of a QR login. `portal` is the origin of the portal. */
export type QrText = { readonly qrId: string; readonly portal: string };

/** The text of a QR code: a link that opens the app, such as `cubelogin://qr?id=…&portal=https%3A%2F%2F…`. */
export const qrText = (app: AppSettings, { qrId, portal }: QrText): string =>
  appLink(app, portal, 'qr', { id: qrId });

/**
 * Reads the values in the text of a QR code, which is a link of the web app or of a native app; null for any other
 * text.
 */
export function readQrText(appScheme: string, text: string): QrText | null {
  const url = URL.parse(text);
  if (url?.protocol.startsWith('http') && url.pathname === APP_PATH) {
    const qrId = new URLSearchParams(url.hash.slice(1)).get('id');
    return qrId ? { qrId, portal: url.origin } : null;
  }
  const start = `${appScheme}://qr?`;
  if (!text.startsWith(start)) return null;
  const values = new URLSearchParams(text.slice(start.length));
  const [qrId, portal] = [values.get('id'), values.get('portal')];
  return qrId && portal ? { qrId, portal } : null;
}
