import { codeIn } from '#tests/server/methods/steps.ts';
import { requestAccessToken, tokenOf } from '#tests/support/server/identity.ts';
import { sendSecondStep } from '#tests/support/server/second-step.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { registerAppOf } from '#tests/support/server/varied-services.ts';
import {
  again,
  bearer,
  CARD,
  checked,
  type Held,
  halfwayHeld,
  headersOf,
  later,
  linked,
  NOTHING,
  named,
  pushed,
  signedIn,
  verified,
} from './credentials.ts';
import type { Stage } from './stage.ts';
import type { Fact } from './table.ts';

export type State = { readonly facts: readonly Fact[]; readonly build: (stage: Stage) => Promise<Held> };

async function twoSteps(stage: Stage) {
  const held = await halfwayHeld(stage);
  const { browser, userId, clientId, token } = held;
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId, clientId, content: '' },
    headers: bearer(token),
  });
  const code = codeIn(stage.server, userId, 'sms');
  const done = await sendSecondStep({ ...held, accessToken: token }, '1', code);
  if (done.status !== 200) throw new Error(done.text);
  return { held, offer: String(done.json['passkeyOffer']) };
}

async function answered(stage: Stage): Promise<Held> {
  const held = await named(stage, 'plain');
  const body = { userId: held.userId, clientId: held.clientId, answer: '제주도' };
  const answer = await held.browser.call('POST', '/data/sso/password/answer/verification', { body });
  return { ...held, token: tokenOf(answer) };
}

async function opened(stage: Stage): Promise<Held> {
  const held = await named(stage, 'plain');
  return checked(stage, { ...held, token: tokenOf(await again(held, 'Y')) }, 'sms');
}

/** The same after another ID was entered in the browser. */
async function beforeAnotherId(stage: Stage, held: Held): Promise<Held> {
  await checkPolicy(held.browser, await stage.newPerson(), held.clientId);
  return held;
}

/** Every state that a cookie session can be in, each with what it has earned for its person at its service. */
export const STATES = {
  'a browser that was never here': {
    facts: [],
    build: async (stage) => ({
      ...NOTHING,
      browser: stage.server.browser(),
      userId: await stage.newPerson(),
      clientId: 'plain',
    }),
  },
  'a page that was opened': {
    facts: [],
    async build(stage) {
      const browser = stage.server.browser();
      await browser.visit('/login');
      return { ...NOTHING, token: '', browser, userId: await stage.newPerson(), clientId: 'plain' };
    },
  },
  'an ID': { facts: ['known', 'step', 'one'], build: (stage) => named(stage, 'plain') },
  'an ID before a gate': { facts: ['known', 'one'], build: (stage) => named(stage, 'gated') },
  'an ID before two steps': { facts: ['known', 'step', 'two'], build: (stage) => named(stage, 'stepped') },
  'a gate that is passed': {
    facts: ['known', 'step', 'one'],
    async build(stage) {
      const held = await named(stage, 'gated');
      await again(held, 'N');
      return held;
    },
  },
  'a token that sends': {
    facts: ['known', 'step', 'one', 'sends'],
    async build(stage) {
      const held = await named(stage, 'plain');
      return { ...held, token: tokenOf(await requestAccessToken(held.browser, held.userId, held.clientId)) };
    },
  },
  'a first of two steps': { facts: ['known', 'step', 'two', 'half', 'first'], build: halfwayHeld },
  'two steps that are done': {
    facts: ['known', 'step', 'two', 'login', 'sends', 'done'],
    build: async (stage) => (await twoSteps(stage)).held,
  },
  'two steps that a passkey is offered after': {
    facts: ['known', 'step', 'two', 'login', 'done', 'offer'],
    async build(stage) {
      const { held, offer } = await twoSteps(stage);
      return { ...held, token: offer };
    },
  },
  'a login that asks which others end': {
    facts: ['known', 'step', 'one', 'ends'],
    async build(stage) {
      const held = await signedIn(stage, 'sole');
      const browser = stage.server.browser();
      const { json } = await signIn(browser, held.userId, { clientId: 'sole' });
      return { ...held, browser, token: String(json['endSignIns']) };
    },
  },
  'a push of the first step': {
    facts: ['known', 'step', 'one', 'push'],
    build: async (stage) => pushed(stage, await named(stage, 'plain')),
  },
  'a push of the second step': {
    facts: ['known', 'step', 'two', 'half', 'first', 'push', 'second push'],
    build: async (stage) => pushed(stage, await halfwayHeld(stage)),
  },
  'a QR code of the second step': {
    facts: ['known', 'step', 'two', 'half', 'first', 'second qr'],
    async build(stage) {
      const held = await halfwayHeld(stage);
      const path = `/mobileapp/qr?userId=${held.userId}&appName=cubelogin`;
      const { json } = await held.browser.call('GET', path, { headers: headersOf(held) });
      return { ...held, qrId: String(json['qrId']) };
    },
  },
  'a push of the identity check': {
    facts: ['known', 'step', 'one', 'again', 'push'],
    async build(stage) {
      const held = await named(stage, 'plain');
      return pushed(stage, { ...held, token: tokenOf(await again(held, 'Y')) });
    },
  },
  'a token that has expired': {
    facts: ['known', 'step', 'one'],
    async build(stage) {
      const held = await named(stage, 'plain');
      const token = tokenOf(await requestAccessToken(held.browser, held.userId, held.clientId));
      return later(stage, 31, { ...held, token });
    },
  },
  'an identity check that has expired': {
    facts: ['known', 'step', 'one'],
    build: async (stage) =>
      later(stage, 10, await checked(stage, await verified(await named(stage, 'plain')))),
  },
  'an open registration that has expired': {
    facts: ['known', 'step', 'one'],
    build: async (stage) => later(stage, 10, await opened(stage)),
  },
  'a session that has expired': {
    facts: [],
    build: async (stage) => later(stage, 61, await signedIn(stage, 'sole')),
  },
  'an ID at a SAML service': { facts: ['known', 'step', 'one'], build: (stage) => named(stage, 'signed') },
  'a login at a SAML service': {
    facts: ['known', 'step', 'one', 'login'],
    build: (stage) => signedIn(stage, 'signed'),
  },
  'a phone': {
    facts: ['app'],
    async build(stage) {
      const userId = await stage.newPerson();
      const token = await registerAppOf(stage.server, userId);
      return { ...NOTHING, browser: stage.server.browser(), userId, clientId: 'plain', token };
    },
  },
  'a login': { facts: ['known', 'step', 'one', 'login'], build: (stage) => signedIn(stage, 'sole') },
  'a login that was left': {
    facts: [],
    async build(stage) {
      const held = await signedIn(stage, 'sole');
      await held.browser.visit('/logout');
      return held;
    },
  },
  'a contact': {
    facts: ['known', 'step', 'one', 'verified', 'contact'],
    build: async (stage) => verified(await named(stage, 'plain')),
  },
  're-authentication by password': {
    facts: ['known', 'step', 'one', 'again'],
    async build(stage) {
      const held = await named(stage, 'plain');
      return { ...held, token: tokenOf(await again(held, 'Y')) };
    },
  },
  'an identity check': {
    facts: ['known', 'step', 'one', 'verified', 'identity'],
    build: async (stage) => checked(stage, await verified(await named(stage, 'plain'))),
  },
  'an open registration': {
    facts: ['known', 'step', 'one', 'open'],
    build: opened,
  },
  'an open registration before another ID': {
    facts: ['known', 'step', 'one'],
    build: async (stage) => beforeAnotherId(stage, await opened(stage)),
  },
  'a card that was looked up': {
    facts: ['known', 'step', 'one', 'open', 'card'],
    async build(stage) {
      const open = await opened(stage);
      const found = await open.browser.call('POST', '/data/portal/hwotp/validation', {
        body: { userId: open.userId, sn: CARD },
        headers: bearer(open.token),
      });
      if (found.status !== 200) throw new Error(found.text);
      return open;
    },
  },
  'a registration that was left': {
    facts: [],
    async build(stage) {
      const open = await opened(stage);
      await open.browser.visit('/logout');
      return open;
    },
  },
  'an answer': {
    facts: ['known', 'step', 'one', 'answer'],
    build: answered,
  },
  'an answer before another ID': {
    facts: ['known', 'step', 'one'],
    build: async (stage) => beforeAnotherId(stage, await answered(stage)),
  },
  'a link to change': { facts: ['link to change'], build: (stage) => linked(stage, 'change') },
  'a link to create': { facts: ['link to create'], build: (stage) => linked(stage, 'create') },
  'an identity check by a link to create': {
    facts: ['link to create', 'verified', 'identity', 'open'],
    build: async (stage) => checked(stage, await verified(await linked(stage, 'create'))),
  },
  'a password that was made': {
    facts: ['saved'],
    async build(stage) {
      const held = await checked(stage, await verified(await linked(stage, 'create')));
      const saved = await held.browser.call('POST', '/pw', {
        body: { userId: held.userId, pw: 'Other!2x6-mountain' },
        headers: { Auth: `Bearer ${held.token}` },
      });
      if (saved.status !== 200) throw new Error(saved.text);
      return held;
    },
  },
  'a password that has expired': {
    facts: ['known', 'step', 'one', 'expiry'],
    build: (stage) => signedIn(stage, 'sole', 'fresh'),
  },
  'a QR code': {
    facts: ['qr'],
    async build(stage) {
      const browser = stage.server.browser();
      const { json } = await browser.call('GET', '/mobileapp/qr?ip=');
      return {
        ...NOTHING,
        browser,
        userId: await stage.newPerson(),
        clientId: 'plain',
        qrId: String(json['qrId']),
      };
    },
  },
} as const satisfies Readonly<Record<string, State>>;
