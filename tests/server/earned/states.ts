import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import { codeIn } from '#tests/server/methods/steps.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { askAccess, checkIdentity, tokenOf, verify } from '#tests/support/server/identity.ts';
import { linkFor, openLink } from '#tests/support/server/passwords.ts';
import { halfway } from '#tests/support/server/second-step.ts';
import type { Service } from '#tests/support/server/stage.ts';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import type { Stage } from './stage.ts';
import type { Fact } from './table.ts';

/** A browser in a state, with all that its page holds. */
export type Held = {
  readonly browser: Browser;
  readonly userId: string;
  readonly clientId: string;
  readonly policyId: string;
  /** The token that the page would send, as `Authorization` and as `Auth`. */
  readonly token: string;
  readonly secondToken: string;
  readonly pushId: string;
  readonly qrId: string;
  readonly ak: string;
};

export type State = {
  readonly facts: readonly Fact[];
  readonly build: (stage: Stage) => Promise<Held>;
};

const NOTHING = {
  policyId: 'none',
  token: 'invented',
  secondToken: 'invented',
  pushId: 'none',
  qrId: 'none',
  ak: 'none',
};

const PASSWORD = '-1';

/** A card that nobody has. */
export const CARD = SPARE_CARDS[0].serial;

async function named(stage: Stage, clientId: Service, kind?: 'bare' | 'fresh'): Promise<Held> {
  const userId = await stage.newPerson(kind);
  const browser = stage.server.browser();
  const { json } = await checkPolicy(browser, userId, clientId);
  return { ...NOTHING, browser, userId, clientId, policyId: String(json['policyId']) };
}

const again = (held: Held, selfAuthFlag: 'N' | 'Y') =>
  held.browser.call('POST', '/login/password', {
    body: {
      userId: held.userId,
      userPassword: SEED_PASSWORD,
      clientId: held.clientId,
      selfAuthFlag,
      policyId: held.policyId,
    },
  });

async function signedIn(stage: Stage, clientId: Service, kind?: 'fresh'): Promise<Held> {
  const held = await named(stage, clientId, kind);
  const { json } = await authenticate(held.browser, held.userId, {
    clientId,
    policyId: held.policyId,
    tokenCode: PASSWORD,
  });
  return { ...held, token: String(json['accessToken'] ?? '') };
}

async function verified(held: Held): Promise<Held> {
  await verify(held.browser, held.userId, `${held.userId}@mail.example`, { type: 'inmail' }, held.clientId);
  return { ...held, token: tokenOf(await askAccess(held.browser, held.userId, held.clientId)) };
}

async function checked({ server }: Stage, held: Held): Promise<Held> {
  const { browser, userId, clientId, token } = held;
  await browser.call('POST', '/auth/oauth2/send/inmail', {
    body: { userId, clientId, content: '' },
    headers: { Authorization: `Bearer ${token}` },
  });
  const passed = await checkIdentity(browser, userId, token, '2', codeIn(server, userId, 'inmail'), clientId);
  if (passed.status !== 200) throw new Error(passed.text);
  return held;
}

async function linked(stage: Stage, kind: PasswordLinkKind): Promise<Held> {
  const userId = await stage.newPerson(kind === 'create' ? 'bare' : 'person');
  const browser = stage.server.browser();
  const ak = await linkFor(stage.server, userId, kind, 'plain');
  await openLink(browser, userId, ak, 'plain');
  return { ...NOTHING, browser, userId, clientId: 'plain', ak };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

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
      return { ...NOTHING, browser, userId: await stage.newPerson(), clientId: 'plain' };
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
      return { ...held, token: tokenOf(await askAccess(held.browser, held.userId, held.clientId)) };
    },
  },
  'a first of two steps': {
    facts: ['known', 'step', 'two', 'first'],
    async build(stage) {
      const userId = await stage.newPerson();
      const done = await halfway(stage.server.browser(), userId, 'stepped');
      return { ...NOTHING, ...done, token: done.accessToken };
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
  'the password once more': {
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
    async build(stage) {
      const held = await named(stage, 'plain');
      return checked(stage, { ...held, token: tokenOf(await again(held, 'Y')) });
    },
  },
  'a card that was looked up': {
    facts: ['known', 'step', 'one', 'open', 'card'],
    async build(stage) {
      const held = await named(stage, 'plain');
      const open = await checked(stage, { ...held, token: tokenOf(await again(held, 'Y')) });
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
      const held = await named(stage, 'plain');
      const open = await checked(stage, { ...held, token: tokenOf(await again(held, 'Y')) });
      await open.browser.visit('/logout');
      return open;
    },
  },
  'an answer': {
    facts: ['known', 'step', 'one', 'answer'],
    async build(stage) {
      const held = await named(stage, 'plain');
      const { browser, userId, clientId } = held;
      const body = { userId, clientId, answer: '제주도' };
      const told = await browser.call('POST', '/data/sso/password/answer/verification', { body });
      return { ...held, token: tokenOf(told) };
    },
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

export const headersOf = ({ token, secondToken }: Held) => ({
  ...bearer(token),
  Auth: `Bearer ${secondToken === 'invented' ? token : secondToken}`,
});
