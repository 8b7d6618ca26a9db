import { screen } from '@testing-library/react';
import { json } from '#tests/portal/faults.ts';
import { createServer, type LoadedPage, type Server } from '#tests/portal/page.ts';
import {
  type CallRow,
  enter,
  enterCode,
  enterId,
  enterPassword,
  fill,
  hasField,
  inTurn,
  isSaid,
  isTitled,
  press,
} from './calls.ts';

const KEY = ['AB12', 'CD34', 'EF56', 'GH78'];

/** One at which a person without a device may register every kind. */
function registering(): Server {
  const server = createServer('registering');
  server.answers.gate = () => json({ status: 200, accessToken: 'identity-1' });
  server.answers.account = () => json({ status: 200, setPasswordFlag: 'Y' });
  server.answers.contacts = () => json({ status: 200, setPasswordFlag: 'Y', phoneNumber: '010-****-5678' });
  server.answers.startSecondAssertion = () => json({ status: 200, result: true });
  return server;
}

const prove = inTurn(
  (page) => page.waitForScreen('title.management'),
  enterPassword,
  (page) => page.waitForScreen('title.selfAuth'),
  press('otp.send'),
  (page) => screen.findByText(page.text('otp.sent'), { exact: false }),
  enterCode,
);

/** From the chooser to the registration of a kind. */
const open = (kind: '7' | '8' | '9' | '12') =>
  inTurn(enterId, press(`title.method.${kind}`), prove, (page) =>
    page.waitForScreen(`title.registration.${kind}`),
  );

const wayed = (way: 'sms' | 'qrCode' | 'offline') => async (page: LoadedPage) => {
  await page.user.click(await screen.findByLabelText(page.text(`registerApp.way.${way}`), { exact: false }));
  await page.press('action.next');
};

async function tellKey(page: LoadedPage): Promise<void> {
  const fields = await screen.findAllByRole<HTMLInputElement>('textbox');
  for (const [index, field] of fields.entries()) await fill(page, field, KEY[index] ?? '');
  await page.press('action.next');
}

const serial = enter('factor.serialNumber', 'C-1');
const isRegistered = isSaid('management.registered');
const name = enter('factor.name', 'Laptop');
const offline = { server: registering, isDone: isSaid('registerApp.compare') } as const;

/** The calls of section 7 by which factors are registered. */
export const REGISTERING_CALLS = {
  'POST /login/password, once more': {
    name: 'gate',
    server: registering,
    reach: inTurn(enterId, press('title.method.8'), (page) => page.waitForScreen('title.management')),
    make: enterPassword,
    isDone: isTitled('title.selfAuth'),
  },
  'POST /data/portal/fido-token/check-name': {
    name: 'checkName',
    server: registering,
    reach: open('12'),
    make: name,
    isDone: isRegistered,
  },
  'POST /start': {
    name: 'startPasskey',
    server: registering,
    reach: open('12'),
    make: name,
    isDone: isRegistered,
  },
  'POST /finish': {
    name: 'finishPasskey',
    server: registering,
    reach: open('12'),
    make: name,
    isDone: isRegistered,
  },
  'GET /data/portal/mobileapp/provision/generation/{userId}': {
    name: 'generate',
    server: registering,
    reach: open('9'),
    make: wayed('sms'),
    isDone: isSaid('registerApp.linkSent', { phone: '010-****-5678' }),
  },
  'POST /noti/mobileapp/provision/link/{tenant}': {
    name: 'sendLink',
    server: registering,
    reach: open('9'),
    make: wayed('sms'),
    isDone: isSaid('registerApp.linkSent', { phone: '010-****-5678' }),
  },
  'GET /data/portal/mobileapp/provision': {
    name: 'askProvisioned',
    server: () => {
      const server = registering();
      server.answers.askProvisioned = () => json({ status: 200, result: true });
      return server;
    },
    reach: inTurn(open('9'), wayed('sms')),
    isDone: isRegistered,
    repeats: true,
  },
  'POST /data/portal/mobileapp/provision/qr': {
    name: 'makeCode',
    server: registering,
    reach: open('9'),
    make: wayed('qrCode'),
    isDone: isSaid('registerApp.scan'),
  },
  'GET /data/portal/mobileapp/provision/schema': {
    name: 'drawCode',
    server: registering,
    reach: open('9'),
    make: wayed('qrCode'),
    isDone: isSaid('registerApp.scan'),
  },
  'POST /data/portal/mobileapp/provision/offline/code': {
    ...offline,
    name: 'sendKey',
    reach: inTurn(open('9'), wayed('offline')),
    make: tellKey,
  },
  'GET /data/portal/mobileapp/provision/offline/code/{userId}': {
    ...offline,
    name: 'offlineAk',
    reach: inTurn(open('9'), wayed('offline')),
    make: tellKey,
  },
  'GET /data/portal/mobileapp/provision/offline/otp/{userId}': {
    ...offline,
    name: 'offlineProof',
    reach: inTurn(open('9'), wayed('offline')),
    make: tellKey,
  },
  'POST /data/portal/mobileapp/provision/offline': {
    name: 'registerOffline',
    server: registering,
    reach: inTurn(open('9'), wayed('offline'), tellKey, press('registerApp.same')),
    make: press('action.register'),
    // A refusal leads back to the key, which has stayed.
    again: inTurn(async ({ text: say, press: pressed }) => {
      if (!screen.queryByText(say('registerApp.keyLead'))) return;
      await pressed('action.next');
      await pressed('registerApp.same');
    }, press('action.register')),
    isDone: isRegistered,
  },
  'POST /data/portal/hwotp/validation': {
    name: 'validateCard',
    server: registering,
    reach: open('7'),
    make: serial,
    isDone: hasField('code.label'),
  },
  'POST /data/portal/hwotp/verification': {
    name: 'verifyCard',
    server: registering,
    reach: inTurn(open('7'), serial),
    make: enterCode,
    isDone: isRegistered,
  },
  'POST /data/portal/yubikey/mapping': {
    name: 'mapYubikey',
    server: registering,
    reach: open('8'),
    make: enter('code.labelYubikey', 'c'.repeat(44)),
    isDone: isRegistered,
  },
} as const satisfies Record<string, CallRow>;
