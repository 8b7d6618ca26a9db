import jsQR from 'jsqr';
import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { qrNumber } from '#wire/qr-login.ts';
import { type BrowserPerson, WITHIN_A_MINUTE } from './person.ts';

/** A sign-in at a service of the lab. */
export type SignIn = {
  readonly name: string;
  /** The path of the lab's service. */
  readonly service: '/service' | '/expenses';
  readonly userId: string;
  /** Enters the ID and proves who the person is. */
  readonly prove: (person: BrowserPerson, devices: Devices) => Promise<void>;
};

async function provePassword(person: BrowserPerson): Promise<void> {
  await person.enterId('kim');
  await person.waitForScreen('title.password');
  await person.type('password.label', SEED_PASSWORD);
  await person.press('action.login');
}

/** Runs on the page; returns the width of the QR code, and for each pixel `1` if the pixel is dark, otherwise `0`. */
function readPixels(): { readonly width: number; readonly pixels: string } | null {
  const canvas = document.querySelector('canvas');
  const colors = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  if (!canvas || !colors) return null;
  let pixels = '';
  for (let index = 0; index < colors.length; index += 4) pixels += (colors[index] ?? 255) < 128 ? '1' : '0';
  return { width: canvas.width, pixels };
}

async function readQrCode({ driver }: BrowserPerson): Promise<string> {
  let content = '';
  await expect
    .poll(async () => {
      const image = await driver.run(readPixels);
      if (!image) return '';
      const colors = [...image.pixels].flatMap((pixel) =>
        pixel === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255],
      );
      content = jsQR(Uint8ClampedArray.from(colors), image.width, image.width)?.data ?? '';
      return content;
    }, WITHIN_A_MINUTE)
    .not.toBe('');
  return content;
}

/** The sign-ins that are tested in every browser. */
export const SIGN_INS: readonly SignIn[] = [
  { name: 'password, at an OpenID service', service: '/service', userId: 'kim', prove: provePassword },
  { name: 'password, at a SAML service', service: '/expenses', userId: 'kim', prove: provePassword },
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
      const pushIdGroups = () =>
        [...document.querySelectorAll('dialog [aria-hidden] > span')].map(({ textContent }) => textContent);
      await expect.poll(() => person.driver.run(pushIdGroups), WITHIN_A_MINUTE).toHaveLength(4);
      await devices.approvePush('lim', await person.driver.run(pushIdGroups));
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
