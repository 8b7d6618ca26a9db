import { expect, test } from 'vitest';
import { qrCodeText } from '#server/login/provision/app-link.ts';
import { drawQrCode } from '#src/views/qr/draw.ts';

/** The side of a module of a QR code in CSS pixels, on a screen without scaling. */
function moduleSizeOf(qrText: string): number {
  const widths: number[] = [];
  const pen = { fillRect: (_x: number, _y: number, width: number) => void widths.push(width) };
  drawQrCode({ getContext: () => pen } as never, qrText, 1);
  return Math.min(...widths);
}

const PORTALS = ['http://localhost:8080', 'https://login.example.com', 'https://portal.login.example.co.kr'];

test.each(
  PORTALS.flatMap((publicUrl) => (['web', 'native'] as const).map((app) => [publicUrl, app] as const)),
)('the QR code of an app link of %s is large enough for any camera, for a %s app', (publicUrl, phoneApp) => {
  const config = { phoneApp, appScheme: 'cubelogin', publicUrl };
  const qrText = qrCodeText({ config }, 'K7QM2ZXWK7QM2ZXWK7QM2Z');
  expect(qrText.length).toBeLessThanOrEqual(100);
  expect(moduleSizeOf(qrText)).toBeGreaterThanOrEqual(4);
});
