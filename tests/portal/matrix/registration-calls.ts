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
  inOrder,
  isTitled,
  press,
  showsText,
} from './calls.ts';

const KEY = ['AB12', 'CD34', 'EF56', 'GH78'];

/** A server at which a person without a device may register every kind. */
function registrationServer(): Server {
  const server = createServer('registering');
  server.answers.gate = () => json({ status: 200, accessToken: 'identity-1' });
  server.answers.account = () => json({ status: 200, setPasswordFlag: 'Y' });
  server.answers.contacts = () => json({ status: 200, setPasswordFlag: 'Y', phoneNumber: '010-****-5678' });
  server.answers.startSecondAssertion = () => json({ status: 200, result: true });
  return server;
}

const prove = inOrder(
  (page) => page.waitForScreen('title.management'),
  enterPassword,
  (page) => page.waitForScreen('title.selfAuth'),
  press('otp.send'),
  (page) => screen.findByText(page.text('otp.sent'), { exact: false }),
  enterCode,
);

/** From the chooser to the registration of a kind. */
const openRegistration = (kind: '7' | '8' | '9' | '12') =>
  inOrder(enterId, press(`title.method.${kind}`), prove, (page) =>
    page.waitForScreen(`title.registration.${kind}`),
  );

const chooseAppMethod = (method: 'sms' | 'qrCode' | 'offline') => async (page: LoadedPage) => {
  await page.user.click(
    await screen.findByLabelText(page.text(`registerApp.way.${method}`), { exact: false }),
  );
  await page.press('action.next');
};

async function enterKey(page: LoadedPage): Promise<void> {
  const fields = await screen.findAllByRole<HTMLInputElement>('textbox');
  for (const [index, field] of fields.entries()) await fill(page, field, KEY[index] ?? '');
  await page.press('action.next');
}

const enterSerialNumber = enter('factor.serialNumber', 'C-1');
const isRegistered = showsText('management.registered');
const enterName = enter('factor.name', 'Laptop');
const OFFLINE_ROW = { server: registrationServer, isDone: showsText('registerApp.compare') } as const;

/** The calls of section 7 by which factors are registered. */
export const REGISTRATION_CALLS = {
  'POST /login/password, once more': {
    name: 'gate',
    server: registrationServer,
    reach: inOrder(enterId, press('title.method.8'), (page) => page.waitForScreen('title.management')),
    make: enterPassword,
    isDone: isTitled('title.selfAuth'),
  },
  'POST /data/portal/fido-token/check-name': {
    name: 'checkName',
    server: registrationServer,
    reach: openRegistration('12'),
    make: enterName,
    isDone: isRegistered,
  },
  'POST /start': {
    name: 'startPasskey',
    server: registrationServer,
    reach: openRegistration('12'),
    make: enterName,
    isDone: isRegistered,
  },
  'POST /finish': {
    name: 'finishPasskey',
    server: registrationServer,
    reach: openRegistration('12'),
    make: enterName,
    isDone: isRegistered,
  },
  'GET /data/portal/mobileapp/provision/generation/{userId}': {
    name: 'generate',
    server: registrationServer,
    reach: openRegistration('9'),
    make: chooseAppMethod('sms'),
    isDone: showsText('registerApp.linkSent', { phone: '010-****-5678' }),
  },
  'POST /noti/mobileapp/provision/link/{tenant}': {
    name: 'sendLink',
    server: registrationServer,
    reach: openRegistration('9'),
    make: chooseAppMethod('sms'),
    isDone: showsText('registerApp.linkSent', { phone: '010-****-5678' }),
  },
  'GET /data/portal/mobileapp/provision': {
    name: 'checkAppRegistration',
    server: () => {
      const server = registrationServer();
      server.answers.checkAppRegistration = () => json({ status: 200, result: true });
      return server;
    },
    reach: inOrder(openRegistration('9'), chooseAppMethod('sms')),
    isDone: isRegistered,
    repeats: true,
  },
  'POST /data/portal/mobileapp/provision/qr': {
    name: 'makeCode',
    server: registrationServer,
    reach: openRegistration('9'),
    make: chooseAppMethod('qrCode'),
    isDone: showsText('registerApp.scan'),
  },
  'GET /data/portal/mobileapp/provision/schema': {
    name: 'createCode',
    server: registrationServer,
    reach: openRegistration('9'),
    make: chooseAppMethod('qrCode'),
    isDone: showsText('registerApp.scan'),
  },
  'POST /data/portal/mobileapp/provision/offline/code': {
    ...OFFLINE_ROW,
    name: 'sendKey',
    reach: inOrder(openRegistration('9'), chooseAppMethod('offline')),
    make: enterKey,
  },
  'GET /data/portal/mobileapp/provision/offline/code/{userId}': {
    ...OFFLINE_ROW,
    name: 'offlineAk',
    reach: inOrder(openRegistration('9'), chooseAppMethod('offline')),
    make: enterKey,
  },
  'GET /data/portal/mobileapp/provision/offline/otp/{userId}': {
    ...OFFLINE_ROW,
    name: 'offlineProof',
    reach: inOrder(openRegistration('9'), chooseAppMethod('offline')),
    make: enterKey,
  },
  'POST /data/portal/mobileapp/provision/offline': {
    name: 'registerOffline',
    server: registrationServer,
    reach: inOrder(openRegistration('9'), chooseAppMethod('offline'), enterKey, press('registerApp.same')),
    make: press('action.register'),
    // A refusal leads back to the key, which is still filled in.
    again: inOrder(async ({ text, press: pressButton }) => {
      if (!screen.queryByText(text('registerApp.keyLead'))) return;
      await pressButton('action.next');
      await pressButton('registerApp.same');
    }, press('action.register')),
    isDone: isRegistered,
  },
  'POST /data/portal/hwotp/validation': {
    name: 'validateCard',
    server: registrationServer,
    reach: openRegistration('7'),
    make: enterSerialNumber,
    isDone: hasField('code.label'),
  },
  'POST /data/portal/hwotp/verification': {
    name: 'verifyCard',
    server: registrationServer,
    reach: inOrder(openRegistration('7'), enterSerialNumber),
    make: enterCode,
    isDone: isRegistered,
  },
  'POST /data/portal/yubikey/mapping': {
    name: 'mapYubikey',
    server: registrationServer,
    reach: openRegistration('8'),
    make: enter('code.labelYubikey', 'c'.repeat(44)),
    isDone: isRegistered,
  },
} as const satisfies Record<string, CallRow>;
