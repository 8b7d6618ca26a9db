import { expect, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';

/** Decodes the QR code on the page from its pixels. */
export async function readQrCode(page: Page): Promise<string> {
  const { pixels, side } = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => ({
    pixels: [...(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])],
    side: canvas.width,
  }));
  return jsQR(Uint8ClampedArray.from(pixels), side, side)?.data ?? '';
}

/** The QR screen, and the actions of a person on it. */
export function qrScreenOf({ page, button, heading, openIdEntry }: Person, text: TextOf) {
  const screen = {
    picture: page.getByRole('img', { name: text('qr.picture') }),
    /** The button that replaces an expired QR code. */
    renewButton: button('qr.again'),

    async expectShown(): Promise<void> {
      await expect(heading('title.method.11')).toBeVisible();
      await expect(page).toHaveURL('/first/auth?type=11');
      await expect(screen.picture).toBeVisible();
      await expect(page.getByRole('timer')).toBeVisible();
    },

    /** Goes from the service to a QR code, without an ID. */
    async open(): Promise<void> {
      await openIdEntry();
      await button('identity.qr').click();
      await screen.expectShown();
    },
  };
  return screen;
}
