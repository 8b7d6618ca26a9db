import { codeIn } from '#tests/server/methods/steps.ts';
import { requestAccessToken, tokenOf } from '#tests/support/server/identity.ts';
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
  reLogin,
  sendPush,
  verifyContact,
  waitMinutes,
} from './credentials.ts';
import type { Stage } from './stage.ts';
import type { Fact } from './table.ts';

export type State = {
  readonly facts: readonly Fact[];
  readonly build: (stage: Stage) => Promise<Credentials>;
};

async function passTwoSteps(stage: Stage) {
  const credentials = await passFirstStep(stage);
  const { browser, userId, clientId, token } = credentials;
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId, clientId, content: '' },
    headers: bearer(token),
  });
  const code = codeIn(stage.server, userId, 'sms');
  const done = await sendSecondStep({ ...credentials, accessToken: token }, '1', code);
  if (done.status !== 200) throw new Error(done.text);
  return { credentials, offer: String(done.json['passkeyOffer']) };
}

async function answerQuestion(stage: Stage): Promise<Credentials> {
  const credentials = await enterId(stage, 'plain');
  const body = { userId: credentials.userId, clientId: credentials.clientId, answer: '제주도' };
  const answer = await credentials.browser.call('POST', '/data/sso/password/answer/verification', { body });
  return { ...credentials, token: tokenOf(answer) };
}

async function openRegistration(stage: Stage): Promise<Credentials> {
  const credentials = await enterId(stage, 'plain');
  return passIdentityCheck(stage, { ...credentials, token: tokenOf(await reLogin(credentials, 'Y')) }, 'sms');
}

/** Enters another ID in the browser. */
async function enterAnotherId(stage: Stage, credentials: Credentials): Promise<Credentials> {
  await checkPolicy(credentials.browser, await stage.newPerson(), credentials.clientId);
  return credentials;
}

/** Every state that a session can be in, with its facts for its person at its service. */
export const STATES = {
  'a new browser': {
    facts: [],
    build: async (stage) => ({
      ...NO_CREDENTIALS,
      browser: stage.server.browser(),
      userId: await stage.newPerson(),
      clientId: 'plain',
    }),
  },
  'an opened page': {
    facts: [],
    async build(stage) {
      const browser = stage.server.browser();
      await browser.visit('/login');
      return { ...NO_CREDENTIALS, token: '', browser, userId: await stage.newPerson(), clientId: 'plain' };
    },
  },
  'an entered ID': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: (stage) => enterId(stage, 'plain'),
  },
  'an entered ID before a password gate': {
    facts: ['checked policy', 'one step'],
    build: (stage) => enterId(stage, 'gated'),
  },
  'an entered ID before two steps': {
    facts: ['checked policy', 'open first step', 'two steps'],
    build: (stage) => enterId(stage, 'stepped'),
  },
  'a passed password gate': {
    facts: ['checked policy', 'open first step', 'one step'],
    async build(stage) {
      const credentials = await enterId(stage, 'gated');
      await reLogin(credentials, 'N');
      return credentials;
    },
  },
  'a token for sends': {
    facts: ['checked policy', 'open first step', 'one step', 'send token'],
    async build(stage) {
      const credentials = await enterId(stage, 'plain');
      return {
        ...credentials,
        token: tokenOf(
          await requestAccessToken(credentials.browser, credentials.userId, credentials.clientId),
        ),
      };
    },
  },
  'the first of two steps': {
    facts: ['checked policy', 'open first step', 'two steps', 'first step', 'second token'],
    build: passFirstStep,
  },
  'two completed steps': {
    facts: ['checked policy', 'open first step', 'two steps', 'login', 'send token', 'both steps'],
    build: async (stage) => (await passTwoSteps(stage)).credentials,
  },
  'two completed steps and a passkey offer': {
    facts: ['checked policy', 'open first step', 'two steps', 'login', 'both steps', 'passkey offer'],
    async build(stage) {
      const { credentials, offer } = await passTwoSteps(stage);
      return { ...credentials, token: offer };
    },
  },
  'a login that waits for the end of other sign-ins': {
    facts: ['checked policy', 'open first step', 'one step', 'end token'],
    async build(stage) {
      const credentials = await completeSignIn(stage, 'sole');
      const browser = stage.server.browser();
      const { json } = await signIn(browser, credentials.userId, { clientId: 'sole' });
      return { ...credentials, browser, token: String(json['endSignIns']) };
    },
  },
  'a push of the first step': {
    facts: ['checked policy', 'open first step', 'one step', 'push'],
    build: async (stage) => sendPush(stage, await enterId(stage, 'plain')),
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
    build: async (stage) => sendPush(stage, await passFirstStep(stage)),
  },
  'a QR code of the second step': {
    facts: ['checked policy', 'open first step', 'two steps', 'first step', 'second token', 'second qr'],
    async build(stage) {
      const credentials = await passFirstStep(stage);
      const path = `/mobileapp/qr?userId=${credentials.userId}&appName=cubelogin`;
      const { json } = await credentials.browser.call('GET', path, { headers: headersOf(credentials) });
      return { ...credentials, qrId: String(json['qrId']) };
    },
  },
  'a push of the identity check': {
    facts: ['checked policy', 'open first step', 'one step', 're-login', 'push'],
    async build(stage) {
      const credentials = await enterId(stage, 'plain');
      return sendPush(stage, { ...credentials, token: tokenOf(await reLogin(credentials, 'Y')) });
    },
  },
  'an expired token for sends': {
    facts: ['checked policy', 'open first step', 'one step'],
    async build(stage) {
      const credentials = await enterId(stage, 'plain');
      const token = tokenOf(
        await requestAccessToken(credentials.browser, credentials.userId, credentials.clientId),
      );
      return waitMinutes(stage, 31, { ...credentials, token });
    },
  },
  'an expired identity check': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (stage) =>
      waitMinutes(
        stage,
        10,
        await passIdentityCheck(stage, await verifyContact(await enterId(stage, 'plain'))),
      ),
  },
  'an expired registration': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (stage) => waitMinutes(stage, 10, await openRegistration(stage)),
  },
  'an expired session': {
    facts: [],
    build: async (stage) => waitMinutes(stage, 61, await completeSignIn(stage, 'sole')),
  },
  'an entered ID at a SAML service': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: (stage) => enterId(stage, 'signed'),
  },
  'a login at a SAML service': {
    facts: ['checked policy', 'open first step', 'one step', 'login'],
    build: (stage) => completeSignIn(stage, 'signed'),
  },
  'the key of a phone': {
    facts: ['app key'],
    async build(stage) {
      const userId = await stage.newPerson();
      const token = await registerAppOf(stage.server, userId);
      return { ...NO_CREDENTIALS, browser: stage.server.browser(), userId, clientId: 'plain', token };
    },
  },
  'a login': {
    facts: ['checked policy', 'open first step', 'one step', 'login'],
    build: (stage) => completeSignIn(stage, 'sole'),
  },
  'a login after a sign-out': {
    facts: [],
    async build(stage) {
      const credentials = await completeSignIn(stage, 'sole');
      await credentials.browser.visit('/logout');
      return credentials;
    },
  },
  'a verified contact': {
    facts: ['checked policy', 'open first step', 'one step', 'recent contact', 'verified contact'],
    build: async (stage) => verifyContact(await enterId(stage, 'plain')),
  },
  'a re-authentication by password': {
    facts: ['checked policy', 'open first step', 'one step', 're-login'],
    async build(stage) {
      const credentials = await enterId(stage, 'plain');
      return { ...credentials, token: tokenOf(await reLogin(credentials, 'Y')) };
    },
  },
  'an identity check': {
    facts: ['checked policy', 'open first step', 'one step', 'recent contact', 'identity check'],
    build: async (stage) => passIdentityCheck(stage, await verifyContact(await enterId(stage, 'plain'))),
  },
  'an open registration': {
    facts: ['checked policy', 'open first step', 'one step', 'open registration'],
    build: openRegistration,
  },
  'an open registration after another ID': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (stage) => enterAnotherId(stage, await openRegistration(stage)),
  },
  'a validated card': {
    facts: ['checked policy', 'open first step', 'one step', 'open registration', 'validated card'],
    async build(stage) {
      const open = await openRegistration(stage);
      const validated = await open.browser.call('POST', '/data/portal/hwotp/validation', {
        body: { userId: open.userId, sn: FREE_CARD },
        headers: bearer(open.token),
      });
      if (validated.status !== 200) throw new Error(validated.text);
      return open;
    },
  },
  'a registration after a sign-out': {
    facts: [],
    async build(stage) {
      const open = await openRegistration(stage);
      await open.browser.visit('/logout');
      return open;
    },
  },
  'an answered question': {
    facts: ['checked policy', 'open first step', 'one step', 'answered question'],
    build: answerQuestion,
  },
  'an answered question after another ID': {
    facts: ['checked policy', 'open first step', 'one step'],
    build: async (stage) => enterAnotherId(stage, await answerQuestion(stage)),
  },
  'a link to change a password': {
    facts: ['link to change'],
    build: (stage) => openPasswordLink(stage, 'change'),
  },
  'a link to create a password': {
    facts: ['link to create'],
    build: (stage) => openPasswordLink(stage, 'create'),
  },
  'an identity check by a link to create a password': {
    facts: ['link to create', 'recent contact', 'identity check', 'open registration'],
    build: async (stage) =>
      passIdentityCheck(stage, await verifyContact(await openPasswordLink(stage, 'create'))),
  },
  'a created password': {
    facts: ['saved password'],
    async build(stage) {
      const credentials = await passIdentityCheck(
        stage,
        await verifyContact(await openPasswordLink(stage, 'create')),
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
    build: (stage) => completeSignIn(stage, 'sole', 'fresh'),
  },
  'a QR code': {
    facts: ['qr'],
    async build(stage) {
      const browser = stage.server.browser();
      const { json } = await browser.call('GET', '/mobileapp/qr?ip=');
      return {
        ...NO_CREDENTIALS,
        browser,
        userId: await stage.newPerson(),
        clientId: 'plain',
        qrId: String(json['qrId']),
      };
    },
  },
} as const satisfies Readonly<Record<string, State>>;
