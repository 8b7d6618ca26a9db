import { screen } from '@testing-library/react';
import type { MessageKey } from '#src/app/messages.ts';
import { json } from '#tests/portal/faults.ts';
import { createServer, type LoadedPage, type Server } from '#tests/portal/page.ts';
import {
  type CallRow,
  enterCode,
  enterId,
  enterPassword,
  inTurn,
  isLeaving,
  isSaid,
  isTitled,
  press,
} from './calls.ts';

const chooses = (title: MessageKey) => inTurn(enterId, press(title));

/** A flow whose push or QR code is not approved. */
function waitingServer(kind: 'push' | 'secondPush'): Server {
  const server = createServer(kind);
  server.answers.checkPush = () => json({ status: 200, check: 'X' });
  server.answers.checkSecondPush = () => json({ status: 200, check: 'X' });
  return server;
}

/** One at which a passkey alone may sign in. */
function unnamedServer(): Server {
  const server = createServer('passkey');
  server.answers.config = () =>
    json({ status: 200, serviceName: '사내 메일', displayContent: '', idOtp: '1', passkey: '1' });
  return server;
}

async function choosePasskey({ text: say, user }: LoadedPage): Promise<void> {
  await user.click(await screen.findByRole('radio', { name: say('identity.modePasskey') }));
}

async function saveAsDefault(page: LoadedPage): Promise<void> {
  await page.user.click(await screen.findByRole('checkbox', { name: page.text('second.saveDefault') }));
}

const isSent = isSaid('otp.sent');
const isCancelled = isSaid('push.cancelled');

/** The calls of section 7 by which a person signs in. */
export const LOGIN_CALLS = {
  'GET /summary/auth': { name: 'summary', server: () => createServer(), isDone: isTitled('title.identity') },
  'GET /summary/domain/portal': {
    name: 'domain',
    server: () => createServer(),
    address: '/provisioning?ak=key-1',
    isDone: isSaid('provisioning.open'),
    quiet: 'the portal knows its own address',
  },
  'GET /data/sso/config/{clientId}': {
    name: 'config',
    server: () => createServer(),
    isDone: () => document.body.textContent?.includes('사내 메일') === true,
    quiet: 'the way in works without the name of the service, and a line says so',
  },
  'GET /data/sso/authenticator/{userId}': {
    name: 'tokens',
    server: () => createServer('push'),
    reach: enterId,
    isDone: ({ text: say }) =>
      screen.queryByRole('button', { name: say('title.method.10') })?.getAttribute('aria-disabled') ===
        null && screen.queryByRole('button', { name: say('action.retry') }) === null,
    answered: { 'another shape': 'a look-up that names no device says that none is registered' },
  },
  'POST /auth/policy/check': {
    name: 'policy',
    server: () => createServer(),
    reach: (page) => page.waitForScreen('title.identity').then(() => undefined),
    make: enterId,
    isDone: isTitled('title.password'),
  },
  'POST /login/password, before the methods': {
    name: 'gate',
    server: () => createServer('gate'),
    reach: enterId,
    make: enterPassword,
    isDone: isTitled('title.chooser'),
  },
  'POST /authenticate, first step': {
    name: 'login',
    server: () => createServer(),
    reach: enterId,
    make: enterPassword,
    isDone: isLeaving,
  },
  'POST /authenticate, second step': {
    name: 'login',
    server: () => createServer('secondCard'),
    reach: enterId,
    make: enterCode,
    isDone: isLeaving,
  },
  'POST /login/oidc': {
    name: 'firstOfTwo',
    server: () => createServer('twoSteps'),
    reach: enterId,
    make: enterPassword,
    isDone: isTitled('title.second'),
  },
  'POST /auth/login/oidc': {
    name: 'startAssertion',
    server: () => createServer('passkey'),
    reach: chooses('title.method.12'),
    make: press('passkey.button'),
    isDone: isLeaving,
  },
  'POST /auth/login/fido': {
    name: 'startUnnamedAssertion',
    server: unnamedServer,
    reach: choosePasskey,
    make: press('passkey.button'),
    isDone: isLeaving,
  },
  'POST /auth/oauth2/mfa/check, passkey': {
    name: 'startSecondAssertion',
    server: () => createServer('secondPasskey'),
    reach: enterId,
    again: press('passkey.button'),
    isDone: isLeaving,
  },
  'POST /token/access': {
    name: 'leave',
    server: () => createServer('choice'),
    reach: chooses('title.method.1'),
    make: press('otp.send', 'otp.resend'),
    isDone: isSent,
  },
  'POST /data/portal/default': {
    name: 'saveDefault',
    server: () => createServer('secondCard'),
    reach: inTurn(enterId, saveAsDefault),
    make: enterCode,
    isDone: isLeaving,
    quiet: 'a default that is not saved holds no login up',
  },
  'POST /auth/oauth2/send/sms': {
    name: 'sms',
    server: () => createServer('choice'),
    reach: chooses('title.method.1'),
    make: press('otp.send', 'otp.resend'),
    isDone: isSent,
  },
  'POST /auth/oauth2/send/inmail': {
    name: 'inmail',
    server: () => createServer('mails'),
    reach: chooses('title.method.2'),
    make: press('otp.send', 'otp.resend'),
    isDone: isSent,
  },
  'POST /auth/oauth2/send/exmail': {
    name: 'exmail',
    server: () => createServer('mails'),
    reach: chooses('title.method.3'),
    make: press('otp.send', 'otp.resend'),
    isDone: isSent,
  },
  'POST /mobileapp/push/{userId}': {
    name: 'requestPush',
    server: () => createServer('push'),
    reach: chooses('title.method.10'),
    make: press('push.request', 'push.requestAgain'),
    isDone: isLeaving,
  },
  'GET /data/sso/mobileapp/push/check/{pushId}': {
    name: 'checkPush',
    server: () => createServer('push'),
    reach: chooses('title.method.10'),
    make: press('push.request', 'push.requestAgain'),
    isDone: isLeaving,
    repeats: true,
  },
  'DELETE /data/sso/mobileapp/push/{pushId}': {
    name: 'withdrawPush',
    server: () => waitingServer('push'),
    reach: chooses('title.method.10'),
    make: inTurn(press('push.request', 'push.requestAgain'), press('push.cancel')),
    isDone: isCancelled,
    quiet: 'a cancelled push is over, whatever the server says',
  },
  'GET /data/mobileapp/push/check/{pushId}': {
    name: 'checkSecondPush',
    server: () => createServer('secondPush'),
    reach: enterId,
    again: press('push.requestAgain'),
    isDone: isLeaving,
    repeats: true,
  },
  'DELETE /data/mobileapp/push/{pushId}': {
    name: 'withdrawSecondPush',
    server: () => waitingServer('secondPush'),
    reach: enterId,
    make: press('push.cancel'),
    again: inTurn(press('push.requestAgain'), press('push.cancel')),
    isDone: isCancelled,
    quiet: 'a cancelled push is over, whatever the server says',
  },
  'GET /mobileapp/qr, first step': {
    name: 'draw',
    server: () => createServer('qr'),
    make: press('identity.qr', 'qr.again'),
    isDone: isLeaving,
  },
  'GET /mobileapp/qr, second step': {
    name: 'draw',
    server: () => createServer('secondQr'),
    reach: enterId,
    again: press('qr.again'),
    isDone: isLeaving,
  },
  'GET /data/sso/mobileapp/qr/check/{qrId}': {
    name: 'check',
    server: () => createServer('qr'),
    make: press('identity.qr', 'qr.again'),
    isDone: isLeaving,
    repeats: true,
  },
  'GET /data/mobileapp/qr/check/{qrId}': {
    name: 'checkSecondQr',
    server: () => createServer('secondQr'),
    reach: enterId,
    again: press('qr.again'),
    isDone: isLeaving,
    repeats: true,
  },
  'GET /data/check/provision/mobileapp/{ak}': {
    name: 'provision',
    server: () => createServer(),
    address: '/provisioning?ak=key-1',
    isDone: isSaid('provisioning.open'),
  },
} as const satisfies Record<string, CallRow>;
