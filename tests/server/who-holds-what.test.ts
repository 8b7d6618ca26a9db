import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { account } from '#server/config/account.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { addSeedDevices } from '#server/seed/add.ts';
import { SECOND_SPARE_YUBIKEY, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { Storage } from '#server/storage/storage.ts';
import {
  type Action,
  type Case,
  CONTACTS,
  type Contact,
  type Drawn,
  drawn,
  fileOf,
  mayEnter,
  mayTakeKey,
} from '#tests/support/server/attacker.ts';
import type { Browser, Called } from '#tests/support/server/browser.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { askAccess, checkIdentity, tokenOf, verify } from '#tests/support/server/identity.ts';
import { savePassword } from '#tests/support/server/passwords.ts';
import { firstOfTwo, secondStep } from '#tests/support/server/second-step.ts';
import { serverOn } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { IS_WHOLE } from '#tests/support/whole.ts';
import { touch } from './methods/device-codes.ts';
import { codeIn } from './methods/steps.ts';

const CHANNELS = { sms: 'sms', internalMail: 'inmail' } as const;
const CODES = { sms: '1', internalMail: '2', yubikey: '8' } as const;
const FIRST = 'First!2x6-mountain';
const STOLEN = 'Stolen!2x6-river';
let storage: Storage;
let touches = 0;
let people = 0;

beforeAll(async () => {
  storage = await openTestStorage();
});

const touched = (key: typeof SPARE_YUBIKEY): string => {
  touches += 1;
  return touch(key, 1 + Math.floor(touches / 200), touches % 200);
};

async function open({ services, hasKey }: Case) {
  const server = serverOn(storage, fileOf(services), fakeEngine());
  const { portal } = server;
  people += 1;
  const userId = `person-${people}`;
  await addSeedDevices(portal.devices);
  for (const { publicId } of [SPARE_YUBIKEY, SECOND_SPARE_YUBIKEY]) {
    const owner = (await portal.devices.yubikeys.find(publicId))?.owner;
    const all = owner ? await portal.factors.of(owner.userId) : [];
    for (const { factorId } of all)
      await portal.registrations.remove(owner?.userId ?? '', factorId, async () => true);
  }
  const entry = {
    userId,
    name: { ko: '가온', en: 'Gaon' },
    phoneNumber: `010-${String(10_000_000 + people)}`,
    internalMail: `${userId}@mail.example`,
  };
  await portal.accounts.add(v.parse(account, entry), await hashPassword(FIRST, portal.config.scrypt));
  touches += 1;
  const counters = { use: 1 + Math.floor(touches / 200), session: touches % 200 };
  if (hasKey) await portal.registrations.bindYubikey(userId, SPARE_YUBIKEY.publicId, counters);
  return { server, userId, entry };
}

/** Plays the calls of an attacker. @returns the services that they were let in at, and whether the key is gone. */
async function play(drawn: Case) {
  const { server, userId, entry } = await open(drawn);
  const { holds, hasKey, services } = drawn;
  const entered = new Set<number>();
  let browser: Browser = server.browser();
  let password = holds.includes('password') ? FIRST : 'unknown';
  const keys = [SECOND_SPARE_YUBIKEY, ...(hasKey && holds.includes('key') ? [SPARE_YUBIKEY] : [])];
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const read = (way: Contact): string =>
    holds.includes(way) ? codeIn(server, userId, CHANNELS[way]) : '000000';

  const send = (clientId: string, token: string, way: Contact): Promise<Called> =>
    browser.call('POST', `/auth/oauth2/send/${CHANNELS[way]}`, {
      body: { userId, clientId, content: '' },
      headers: bearer(token),
    });
  const check = async (clientId: string, token: string, way: Contact): Promise<void> => {
    await send(clientId, token, way);
    await checkIdentity(browser, userId, token, CODES[way], read(way), clientId);
  };

  const reset = async (clientId: string, way: Contact): Promise<void> => {
    await checkPolicy(browser, userId, clientId);
    const info = way === 'sms' ? entry.phoneNumber : entry.internalMail;
    await verify(browser, userId, info, { type: way === 'sms' ? 'phoneNumber' : 'inmail' }, clientId);
    const token = tokenOf(await askAccess(browser, userId, clientId));
    await check(clientId, token, way);
    const next = `${STOLEN}${people}-${touches}`;
    touches += 1;
    if ((await savePassword(browser, 'PUT', userId, token, next)).status === 200) password = next;
  };

  const opened = async (clientId: string, way: Contact): Promise<string> => {
    const policyId = String((await checkPolicy(browser, userId, clientId)).json['policyId']);
    const token = tokenOf(
      await browser.call('POST', '/login/password', {
        body: { userId, userPassword: password, clientId, selfAuthFlag: 'Y', policyId },
      }),
    );
    await check(clientId, token, way);
    return token;
  };

  const change = async (does: Action['does'], clientId: string, way: Contact): Promise<void> => {
    const headers = bearer(await opened(clientId, way));
    if (does === 'register') {
      const body = { userId, otp: touched(SECOND_SPARE_YUBIKEY) };
      await browser.call('POST', '/data/portal/yubikey/mapping', { headers, body });
    } else if (does === 'default') {
      await browser.call('POST', '/data/portal/default', {
        headers,
        body: { type: 'oidc', userId, default: '8' },
      });
    } else {
      const own = (await server.portal.factors.of(userId)).find(
        ({ device }) => device === SPARE_YUBIKEY.publicId,
      );
      const path = `/data/portal/factors/${own?.factorId ?? 'none'}?userId=${userId}`;
      await browser.call('DELETE', path, { headers });
    }
  };

  const second = async (clientId: string, by: Action['with']): Promise<readonly Called[]> => {
    const policyId = String((await checkPolicy(browser, userId, clientId)).json['policyId']);
    const { json } = await firstOfTwo(browser, userId, { otp: password, clientId });
    const accessToken = String(json['accessToken']);
    const half = {
      browser,
      userId,
      policyId,
      clientId,
      secondToken: String(json['secondToken']),
      accessToken,
    };
    if (by === 'yubikey') {
      const heard: Called[] = [];
      for (const key of keys) heard.push(await secondStep(half, CODES.yubikey, touched(key)));
      return heard;
    }
    await send(clientId, accessToken, by);
    return [await secondStep(half, CODES[by], read(by))];
  };

  const first = async (clientId: string): Promise<readonly Called[]> => {
    const policyId = String((await checkPolicy(browser, userId, clientId)).json['policyId']);
    const heard = [
      await authenticate(browser, userId, { clientId, policyId, tokenCode: '-1', secret: password }),
    ];
    for (const key of keys)
      heard.push(
        await authenticate(browser, userId, {
          clientId,
          policyId,
          tokenCode: CODES.yubikey,
          secret: touched(key),
        }),
      );
    return heard;
  };

  /** An attacker asks for codes that they can read, where there are such. */
  const [readable] = CONTACTS.filter((way) => holds.includes(way));
  for (const { does, at, by: named, with: token, anew } of drawn.actions) {
    const by = holds.includes(named) ? named : (readable ?? named);
    const place = at % services.length;
    const clientId = `s${place}`;
    if (anew) browser = server.browser();
    if (does === 'reset') await reset(clientId, by);
    else if (does === 'signIn') {
      const isTwo = services[place]?.kind === 'twoSteps';
      const heard = await (isTwo ? second(clientId, token) : first(clientId));
      if (heard.some(({ status }) => status === 200)) entered.add(place);
    } else await change(does, clientId, by);
  }
  const left = await server.portal.factors.of(userId);
  const isKeyGone = hasKey && !left.some(({ device }) => device === SPARE_YUBIKEY.publicId);
  return { entered: [...entered], isKeyGone };
}

async function holdsFor(drawn: Case): Promise<void> {
  const { entered, isKeyGone } = await play(drawn);
  const unearned = entered.filter((place) => {
    const one = drawn.services[place];
    return one && !mayEnter(drawn, one);
  });
  expect({ unearned, isKeyGone: isKeyGone && !mayTakeKey(drawn) }).toEqual({
    unearned: [],
    isKeyGone: false,
  });
}

const ALL: Omit<Drawn, 'kind'> = { second: ['yubikey'], checks: CONTACTS, resets: ['internalMail'] };
const act = (does: Action['does'], at: number, by: Contact = 'internalMail'): Action => ({
  does,
  at,
  by,
  with: 'yubikey',
  anew: does === 'reset',
});

/** Orders of calls that let an attacker in once. */
const FELL: readonly [string, Case][] = [
  [
    'a mailbox registers the second step of a strong service at a weak one',
    {
      services: [
        { ...ALL, kind: 'passwordOrKey' },
        { ...ALL, kind: 'twoSteps' },
      ],
      hasKey: false,
      holds: ['internalMail'],
      actions: [act('reset', 0), act('register', 0), act('signIn', 1)],
    },
  ],
  [
    'a mailbox takes the key away at the weak one',
    {
      services: [
        { ...ALL, kind: 'passwordOrKey' },
        { ...ALL, kind: 'twoSteps' },
      ],
      hasKey: true,
      holds: ['internalMail'],
      actions: [act('reset', 0), act('register', 0), act('remove', 0), act('signIn', 1)],
    },
  ],
];

test.each(FELL)('%s no more', async (_, fell) => {
  await holdsFor(fell);
});

test('two things of the person are let in: what the attacker plays are real calls', async () => {
  const services: readonly Drawn[] = [{ ...ALL, kind: 'twoSteps' }];
  const drawn: Case = { services, hasKey: true, holds: ['internalMail', 'key'], actions: [] };
  const actions = [act('reset', 0), act('signIn', 0)];
  expect((await play({ ...drawn, actions })).entered).toEqual([0]);
  const first: Case = { ...drawn, hasKey: false, holds: ['internalMail', 'sms'] };
  const registered = [act('reset', 0), act('register', 0, 'sms'), act('signIn', 0)];
  expect((await play({ ...first, actions: registered })).entered).toEqual([0]);
});

/** `MUNJIGI_ATTACKS` says how many orders of calls are played, else a few that are always the same. */
const ATTACKS = process.env['MUNJIGI_ATTACKS'] ?? (IS_WHOLE ? '10000' : null);
const DRAWING = ATTACKS === null ? { numRuns: 40, seed: 226 } : { numRuns: Number(ATTACKS) };

test('nobody enters a service with fewer things than its policy names', { timeout: 3_600_000 }, async () => {
  await fc.assert(fc.asyncProperty(drawn, holdsFor), DRAWING);
});
