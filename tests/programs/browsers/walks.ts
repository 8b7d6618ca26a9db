import jsQR from 'jsqr';
import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { qrNumber } from '#wire/qr-login.ts';
import { type BrowserPerson, WITHIN_A_MINUTE } from './person.ts';

export type Walk = {
  readonly name: string;
  /** The path of the lab's service. */
  readonly service: '/service' | '/expenses';
  readonly userId: string;
  readonly prove: (person: BrowserPerson, devices: Devices) => Promise<void>;
};

async function byPassword(person: BrowserPerson): Promise<void> {
  await person.enterId('kim');
  await person.waitForScreen('title.password');
  await person.type('password.label', SEED_PASSWORD);
  await person.press('action.login');
}

/** Runs on the page: whether each pixel of the QR code is dark, and its width. */
function readPixels(): { readonly side: number; readonly dark: string } | null {
  const canvas = document.querySelector('canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  if (!canvas || !pixels) return null;
  let dark = '';
  for (let at = 0; at < pixels.length; at += 4) dark += (pixels[at] ?? 255) < 128 ? '1' : '0';
  return { side: canvas.width, dark };
}

async function readQrCode({ driver }: BrowserPerson): Promise<string> {
  let content = '';
  await expect
    .poll(async () => {
      const image = await driver.run(readPixels);
      if (!image) return '';
      const pixels = [...image.dark].flatMap((dot) => (dot === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255]));
      content = jsQR(Uint8ClampedArray.from(pixels), image.side, image.side)?.data ?? '';
      return content;
    }, WITHIN_A_MINUTE)
    .not.toBe('');
  return content;
}

/** The journeys that every browser has to pass. */
export const WALKS: readonly Walk[] = [
  { name: 'password, at an OpenID service', service: '/service', userId: 'kim', prove: byPassword },
  { name: 'password, at a SAML service', service: '/expenses', userId: 'kim', prove: byPassword },
  {
    name: 'code by SMS',
    service: '/service',
    userId: 'lee',
    async prove(person, devices) {
      await person.enterId('lee');
      await person.choose('title.method.1');
      await person.press('otp.send');
      await person.waitForText(person.text('otp.sent'));
      await person.type('code.label', await devices.newestCode('lee', 'sms'));
      await person.press('action.login');
    },
  },
  {
    name: 'push',
    service: '/service',
    userId: 'lim',
    async prove(person, devices) {
      await person.enterId('lim');
      await person.choose('title.method.10');
      await person.press('push.request');
      const groups = () =>
        [...document.querySelectorAll('dialog [aria-hidden] > span')].map(({ textContent }) => textContent);
      await expect.poll(() => person.driver.run(groups), WITHIN_A_MINUTE).toHaveLength(4);
      await devices.approvePush('lim', await person.driver.run(groups));
    },
  },
  {
    name: 'QR code, read from the picture',
    service: '/service',
    userId: 'lim',
    async prove(person, devices) {
      await person.waitUntilRunning();
      await person.press('identity.qr');
      await person.waitForScreen('title.method.11');
      const { qrId } = await devices.scanQr('lim', await readQrCode(person));
      await devices.answerQr('lim', qrId, { number: qrNumber(qrId) });
    },
  },
];
