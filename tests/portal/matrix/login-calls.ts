import { screen } from '@testing-library/react';
import type { MessageKey } from '#src/app/messages.ts';
import { json } from '#tests/portal/faults.ts';
import { createServer, type LoadedPage, type Server } from '#tests/portal/page.ts';
import {
  type CallRow,
  enterCode,
  enterId,
  enterPassword,
  inOrder,
  isLeaving,
  isTitled,
  press,
  showsText,
} from './calls.ts';

const chooseMethod = (title: MessageKey) => inOrder(enterId, press(title));

/** A server whose pushes are not answered. */
function unansweredPushServer(kind: 'push' | 'secondPush'): Server {
  const server = createServer(kind);
  server.answers.checkPush = () => json({ status: 200, check: 'X' });
  server.answers.checkSecondPush = () => json({ status: 200, check: 'X' });
  return server;
}

/** A server at which a person can sign in by a passkey without an ID. */
function passkeyServer(): Server {
  const server = createServer('passkey');
  server.answers.config = () =>
    json({ status: 200, serviceName: '사내 메일', displayContent: '', idOtp: '1', passkey: '1' });
  return server;
}

async function choosePasskey({ text, user }: LoadedPage): Promise<void> {
  await user.click(await screen.findByRole('radio', { name: text('identity.modePasskey') }));
}

async function saveAsDefault(page: LoadedPage): Promise<void> {
  await page.user.click(await screen.findByRole('checkbox', { name: page.text('second.saveDefault') }));
}

const isSent = showsText('otp.sent');
const isCancelled = showsText('push.cancelled');

/** The calls of section 7 by which a person signs in. */
export const LOGIN_CALLS = {
  'GET /summary/auth': { name: 'summary', server: () => createServer(), isDone: isTitled('title.identity') },
  'GET /summary/domain/portal': {
    name: 'domain',
    server: () => createServer(),
    address: '/provisioning?ak=key-1',
    isDone: showsText('provisioning.open'),
    silenceReason: 'the portal knows its own address',
  },
  'GET /data/sso/config/{clientId}': {
    name: 'config',
    server: () => createServer(),
    isDone: () => document.body.textContent?.includes('사내 메일') === true,
    silenceReason: 'the sign-in works without the name of the service, and a line says so',
  },
  'GET /data/sso/authenticator/{userId}': {
    name: 'tokens',
    server: () => createServer('push'),
    reach: enterId,
    isDone: ({ text }) =>
      screen.queryByRole('button', { name: text('title.method.10') })?.getAttribute('aria-disabled') ===
        null && screen.queryByRole('button', { name: text('action.retry') }) === null,
    validAnswers: { 'another shape': 'a look-up without devices means that none is registered' },
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
    reach: chooseMethod('title.method.12'),
    make: press('passkey.button'),
    isDone: isLeaving,
  },
  'POST /auth/login/fido': {
    name: 'startAssertionWithoutId',
    server: passkeyServer,
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
    name: 'grantSendToken',
    server: () => createServer('choice'),
    reach: chooseMethod('title.method.1'),
    make: press('otp.send', 'otp.resend'),
    isDone: isSent,
  },
  'POST /data/portal/default': {
    name: 'saveDefault',
    server: () => createServer('secondCard'),
    reach: inOrder(enterId, saveAsDefault),
    make: enterCode,
    isDone: isLeaving,
    silenceReason: 'a default that is not saved does not delay the login',
  },
  'POST /auth/oauth2/send/sms': {
    name: 'sms',
    server: () => createServer('choice'),
    reach: chooseMethod('title.method.1'),
    make: press('otp.send', 'otp.resend'),
    isDone: isSent,
  },
  'POST /auth/oauth2/send/inmail': {
    name: 'inmail',
    server: () => createServer('mails'),
    reach: chooseMethod('title.method.2'),
    make: press('otp.send', 'otp.resend'),
    isDone: isSent,
  },
  'POST /auth/oauth2/send/exmail': {
    name: 'exmail',
    server: () => createServer('mails'),
    reach: chooseMethod('title.method.3'),
    make: press('otp.send', 'otp.resend'),
    isDone: isSent,
  },
  'POST /mobileapp/push/{userId}': {
    name: 'requestPush',
    server: () => createServer('push'),
    reach: chooseMethod('title.method.10'),
    make: press('push.request', 'push.requestAgain'),
    isDone: isLeaving,
  },
  'GET /data/sso/mobileapp/push/check/{pushId}': {
    name: 'checkPush',
    server: () => createServer('push'),
    reach: chooseMethod('title.method.10'),
    make: press('push.request', 'push.requestAgain'),
    isDone: isLeaving,
    repeats: true,
  },
  'DELETE /data/sso/mobileapp/push/{pushId}': {
    name: 'withdrawPush',
    server: () => unansweredPushServer('push'),
    reach: chooseMethod('title.method.10'),
    make: inOrder(press('push.request', 'push.requestAgain'), press('push.cancel')),
    isDone: isCancelled,
    silenceReason: 'a cancelled push has ended, whatever the server answers',
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
    server: () => unansweredPushServer('secondPush'),
    reach: enterId,
    make: press('push.cancel'),
    again: inOrder(press('push.requestAgain'), press('push.cancel')),
    isDone: isCancelled,
    silenceReason: 'a cancelled push has ended, whatever the server answers',
  },
  'GET /mobileapp/qr, first step': {
    name: 'createQr',
    server: () => createServer('qr'),
    make: press('identity.qr', 'qr.again'),
    isDone: isLeaving,
  },
  'GET /mobileapp/qr, second step': {
    name: 'createQr',
    server: () => createServer('secondQr'),
    reach: enterId,
    again: press('qr.again'),
    isDone: isLeaving,
  },
  'GET /data/sso/mobileapp/qr/check/{qrId}': {
    name: 'checkQr',
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
    isDone: showsText('provisioning.open'),
  },
} as const satisfies Record<string, CallRow>;
