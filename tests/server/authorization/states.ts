import { codeIn } from '#tests/server/methods/steps.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import { sendSecondStep } from '#tests/support/server/second-step.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { registerAppOf } from '#tests/support/server/varied-services.ts';
import {
  bearer,
  type Credentials,
  completeSignIn,
  enterId,
  FREE_CARD,
  headersOf,
  NO_CREDENTIALS,
  openPasswordLink,
  passFirstStep,
  passIdentityCheck,
  reauthenticate,
  requestSendToken,
  sendBody,
  sendPasswordOf,
  sendPush,
  verifyContact,
  waitMinutes,
} from './credentials.ts';
import type { PeopleServer } from './people-server.ts';
import type { Fact } from './table.ts';

export type State = {
  readonly facts: readonly Fact[];
  readonly build: (peopleServer: PeopleServer) => Promise<Credentials>;
};

async function passTwoSteps(peopleServer: PeopleServer) {
  const credentials = await passFirstStep(peopleServer);
  const { browser, userId, token } = credentials;
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: sendBody(credentials),
    headers: bearer(token),
  });
  const code = codeIn(peopleServer.server, userId, 'sms');
  const answer = await sendSecondStep({ ...credentials, accessToken: token }, '1', code);
  if (answer.status !== 200) throw new Error(answer.text);
  return { credentials, offer: String(answer.json['passkeyOffer']) };
}

async function answerQuestion(peopleServer: PeopleServer): Promise<Credentials> {
  const credentials = await enterId(peopleServer, 'plain');
  const body = { userId: credentials.userId, clientId: credentials.clientId, answer: '제주도' };
  const answer = await credentials.browser.call('POST', '/data/sso/password/answer/verification', { body });
  return { ...credentials, token: tokenOf(answer) };
}

async function openRegistration(peopleServer: PeopleServer): Promise<Credentials> {
  const credentials = await reauthenticate(await enterId(peopleServer, 'plain'));
  return passIdentityCheck(peopleServer, credentials, 'sms');
}

/** Enters another ID in the browser. */
async function enterAnotherId(peopleServer: PeopleServer, credentials: Credentials): Promise<Credentials> {
  await checkPolicy(credentials.browser, await peopleServer.newPerson(), credentials.clientId);
  return credentials;
}

/** Every state that a session can be in, with its facts for its person at its service. */
export const STATES = {
  'a new browser': {
    facts: [],
    build: async (peopleServer) => ({
      ...NO_CREDENTIALS,
      browser: peopleServer.server.browser(),
      userId: await peopleServer.newPerson(),
      clientId: 'plain',
    }),
  },
  'an opened page': {
    facts: [],
    async build(peopleServer) {
      const browser = peopleServer.server.browser();
      await browser.visit('/login');
      return {
        ...NO_CREDENTIALS,
        token: '',
        browser,
        userId: await peopleServer.newPerson(),
        clientId: 'plain',
      };
    },
  },
  'an entered ID': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: (peopleServer) => enterId(peopleServer, 'plain'),
  },
  'an entered ID before a password gate': {
    facts: ['checked policy', 'one step'],
    build: (peopleServer) => enterId(peopleServer, 'gated'),
  },
  'an entered ID before two steps': {
    facts: ['checked policy', 'open first step', 'two steps'],
    build: (peopleServer) => enterId(peopleServer, 'stepped'),
  },
  'a passed password gate': {
    facts: ['checked policy', 'open first step', 'one step'],
    async build(peopleServer) {
      const credentials = await enterId(peopleServer, 'gated');
      await sendPasswordOf(credentials, 'N');
      return credentials;
    },
  },
  'a token for sends': {
    facts: ['checked policy', 'open first step', 'one step', 'send token'],
    build: async (peopleServer) => requestSendToken(await enterId(peopleServer, 'plain')),
  },
  'the first of two steps': {
    facts: ['checked policy', 'open first step', 'two steps', 'first step', 'second token'],
    build: passFirstStep,
  },
  'two completed steps': {
    facts: ['checked policy', 'open first step', 'two steps', 'login', 'send token', 'both steps'],
    build: async (peopleServer) => (await passTwoSteps(peopleServer)).credentials,
  },
  'two completed steps and a passkey offer': {
    facts: ['checked policy', 'open first step', 'two steps', 'login', 'both steps', 'passkey offer'],
    async build(peopleServer) {
      const { credentials, offer } = await passTwoSteps(peopleServer);
      return { ...credentials, token: offer };
    },
  },
  'a login that waits for the end of other sign-ins': {
    facts: ['checked policy', 'open first step', 'one step', 'end token'],
    async build(peopleServer) {
      const credentials = await completeSignIn(peopleServer, 'sole');
      const browser = peopleServer.server.browser();
      const { json } = await signIn(browser, credentials.userId, { clientId: 'sole' });
      return { ...credentials, browser, token: String(json['endSignIns']) };
    },
  },
  'a push of the first step': {
    facts: ['checked policy', 'open first step', 'one step', 'push'],
    build: async (peopleServer) => sendPush(peopleServer, await enterId(peopleServer, 'plain')),
  },
  'a push of the second step': {
    facts: [
      'checked policy',
      'open first step',
      'two steps',
      'first step',
      'second token',
      'push',
      'second push',
    ],
    build: async (peopleServer) => sendPush(peopleServer, await passFirstStep(peopleServer)),
  },
  'a QR code of the second step': {
    facts: ['checked policy', 'open first step', 'two steps', 'first step', 'second token', 'second qr'],
    async build(peopleServer) {
      const credentials = await passFirstStep(peopleServer);
      const path = `/mobileapp/qr?userId=${credentials.userId}&appName=cubelogin`;
      const { json } = await credentials.browser.call('GET', path, { headers: headersOf(credentials) });
      return { ...credentials, qrId: String(json['qrId']) };
    },
  },
  'a push of the identity check': {
    facts: ['checked policy', 'open first step', 'one step', 're-authentication', 'push'],
    build: async (peopleServer) =>
      sendPush(peopleServer, await reauthenticate(await enterId(peopleServer, 'plain'))),
  },
  'an expired token for sends': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (peopleServer) =>
      waitMinutes(peopleServer, 31, await requestSendToken(await enterId(peopleServer, 'plain'))),
  },
  'an expired identity check': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (peopleServer) =>
      waitMinutes(
        peopleServer,
        10,
        await passIdentityCheck(peopleServer, await verifyContact(await enterId(peopleServer, 'plain'))),
      ),
  },
  'an expired registration': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (peopleServer) => waitMinutes(peopleServer, 10, await openRegistration(peopleServer)),
  },
  'an expired session': {
    facts: [],
    build: async (peopleServer) => waitMinutes(peopleServer, 61, await completeSignIn(peopleServer, 'sole')),
  },
  'an entered ID at a SAML service': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: (peopleServer) => enterId(peopleServer, 'signed'),
  },
  'a login at a SAML service': {
    facts: ['checked policy', 'open first step', 'one step', 'login'],
    build: (peopleServer) => completeSignIn(peopleServer, 'signed'),
  },
  'the key of a phone': {
    facts: ['app key'],
    async build(peopleServer) {
      const userId = await peopleServer.newPerson();
      const token = await registerAppOf(peopleServer.server, userId);
      return { ...NO_CREDENTIALS, browser: peopleServer.server.browser(), userId, clientId: 'plain', token };
    },
  },
  'a login': {
    facts: ['checked policy', 'open first step', 'one step', 'login'],
    build: (peopleServer) => completeSignIn(peopleServer, 'sole'),
  },
  'a login after a sign-out': {
    facts: [],
    async build(peopleServer) {
      const credentials = await completeSignIn(peopleServer, 'sole');
      await credentials.browser.visit('/logout');
      return credentials;
    },
  },
  'a verified contact': {
    facts: ['checked policy', 'open first step', 'one step', 'recent contact', 'verified contact'],
    build: async (peopleServer) => verifyContact(await enterId(peopleServer, 'plain')),
  },
  'a re-authentication by password': {
    facts: ['checked policy', 'open first step', 'one step', 're-authentication'],
    build: async (peopleServer) => reauthenticate(await enterId(peopleServer, 'plain')),
  },
  'an identity check': {
    facts: ['checked policy', 'open first step', 'one step', 'recent contact', 'identity check'],
    build: async (peopleServer) =>
      passIdentityCheck(peopleServer, await verifyContact(await enterId(peopleServer, 'plain'))),
  },
  'an open registration': {
    facts: ['checked policy', 'open first step', 'one step', 'open registration'],
    build: openRegistration,
  },
  'an open registration after another ID': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (peopleServer) => enterAnotherId(peopleServer, await openRegistration(peopleServer)),
  },
  'a validated card': {
    facts: ['checked policy', 'open first step', 'one step', 'open registration', 'validated card'],
    async build(peopleServer) {
      const credentials = await openRegistration(peopleServer);
      const validated = await credentials.browser.call('POST', '/data/portal/hwotp/validation', {
        body: { userId: credentials.userId, sn: FREE_CARD },
        headers: bearer(credentials.token),
      });
      if (validated.status !== 200) throw new Error(validated.text);
      return credentials;
    },
  },
  'a registration after a sign-out': {
    facts: [],
    async build(peopleServer) {
      const credentials = await openRegistration(peopleServer);
      await credentials.browser.visit('/logout');
      return credentials;
    },
  },
  'an answered question': {
    facts: ['checked policy', 'open first step', 'one step', 'answered question'],
    build: answerQuestion,
  },
  'an answered question after another ID': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (peopleServer) => enterAnotherId(peopleServer, await answerQuestion(peopleServer)),
  },
  'a link to change a password': {
    facts: ['link to change'],
    build: (peopleServer) => openPasswordLink(peopleServer, 'change'),
  },
  'a link to create a password': {
    facts: ['link to create'],
    build: (peopleServer) => openPasswordLink(peopleServer, 'create'),
  },
  'an identity check by a link to create a password': {
    facts: ['link to create', 'recent contact', 'identity check', 'open registration'],
    build: async (peopleServer) =>
      passIdentityCheck(peopleServer, await verifyContact(await openPasswordLink(peopleServer, 'create'))),
  },
  'a created password': {
    facts: ['saved password'],
    async build(peopleServer) {
      const credentials = await passIdentityCheck(
        peopleServer,
        await verifyContact(await openPasswordLink(peopleServer, 'create')),
      );
      const saved = await credentials.browser.call('POST', '/pw', {
        body: { userId: credentials.userId, pw: 'Other!2x6-mountain' },
        headers: { Auth: `Bearer ${credentials.token}` },
      });
      if (saved.status !== 200) throw new Error(saved.text);
      return credentials;
    },
  },
  'an expired password': {
    facts: ['checked policy', 'open first step', 'one step', 'expired password'],
    build: (peopleServer) => completeSignIn(peopleServer, 'sole', 'fresh'),
  },
  'a QR code': {
    facts: ['qr'],
    async build(peopleServer) {
      const browser = peopleServer.server.browser();
      const { json } = await browser.call('GET', '/mobileapp/qr?ip=');
      return {
        ...NO_CREDENTIALS,
        browser,
        userId: await peopleServer.newPerson(),
        clientId: 'plain',
        qrId: String(json['qrId']),
      };
    },
  },
} as const satisfies Readonly<Record<string, State>>;
