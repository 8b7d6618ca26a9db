import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Act,
  type Attack,
  IDENTITY_METHODS,
  type Service,
} from '#tests/support/server/attacks/attack.ts';
import { randomAttack } from '#tests/support/server/attacks/random-attacks.ts';
import { runAttack } from '#tests/support/server/attacks/run-attack.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

const storage = await openTestStorage();

const RULES = {
  checks: IDENTITY_METHODS,
  resets: IDENTITY_METHODS,
  question: 'selfAuth',
  canResetPassword: true,
  level: 3,
} as const;
const service = (asked: Partial<Service>): Service => ({
  hasPasswordGate: true,
  methods: ['pw'],
  second: [],
  canRememberBrowser: false,
  ...RULES,
  ...asked,
});
const PASSWORD_OR_KEY = service({ hasPasswordGate: false, methods: ['pw', 'yubikey'] });
const PASSWORD_AND_KEY = service({ second: ['yubikey'] });
const TWO_DEVICES = service({ hasPasswordGate: false, methods: ['fido2Token'], second: ['yubikey'] });

const act = (does: Act['does'], more: Partial<Act> = {}): Act => ({
  does,
  at: 0,
  by: 'internalMail',
  kind: 'yubikey',
  first: 'pw',
  second: 'yubikey',
  ...more,
});

/** What the holder of the internal mailbox does to somebody who has a password and no device. */
const attack = (
  services: readonly Service[],
  acts: readonly Act[],
  more: Partial<Omit<Attack, 'person'>> & { readonly person?: Partial<Attack['person']> } = {},
): Attack => ({
  services,
  acts,
  attackerHas: ['internalMail'],
  unlocked: null,
  ...more,
  person: { hasPassword: true, devices: [], hasOneMailbox: false, ...more.person },
});

const [reset, open, add, remove] = [act('reset'), act('open'), act('add'), act('remove')];
const passkey = act('add', { kind: 'fido2Token' });
const app = act('add', { kind: 'mobileOtp' });
const BOTH_STEPS = service({ second: ['internalMail', 'yubikey'] });
const withKey = { person: { devices: ['yubikey'] } } as const;

/** Attacks that have succeeded once. */
const FELL: readonly [string, Attack][] = [
  [
    'registers the second step of a strong service at a weak one',
    attack([PASSWORD_OR_KEY, PASSWORD_AND_KEY], [reset, open, add]),
  ],
  [
    'takes the key of a strong service away at a weak one',
    attack([PASSWORD_OR_KEY, PASSWORD_AND_KEY], [reset, open, add, remove], withKey),
  ],
  [
    'is the password of a gate and the code behind it, where there is a key too',
    attack([service({ methods: ['pw', 'internalMail', 'yubikey'] })], [reset], withKey),
  ],
  [
    'is both steps where there is nothing else, and then where there is a key',
    attack(
      [service({ second: ['internalMail'] }), BOTH_STEPS],
      [reset, act('signIn', { second: 'internalMail' })],
      withKey,
    ),
  ],
  [
    'registers a key by the password that it has reset and its code, where there is a key too',
    attack([BOTH_STEPS], [reset, open, add], withKey),
  ],
  [
    'registers both devices of somebody without a password',
    attack([TWO_DEVICES], [open, passkey, open, add], { person: { hasPassword: false } }),
  ],
  [
    'registers a device, proves it, and another by it',
    attack(
      [service({ hasPasswordGate: false, methods: ['fido2Token'] }), PASSWORD_AND_KEY],
      [reset, open, passkey, reset, act('signIn', { first: 'fido2Token' }), act('open', { at: 1 }), add],
    ),
  ],
  [
    'registers an app, the app anew by a check of it, and the second device beside it',
    attack(
      [service({ hasPasswordGate: false, methods: ['mobileOtp'], second: ['yubikey'] })],
      [open, app, act('open', { by: 'mobileOtp' }), app, act('first', { first: 'mobileOtp' }), open, add],
      { person: { hasPassword: false } },
    ),
  ],
  [
    'is two addresses, one of the reset and one of the second step, where there is a key too',
    attack([BOTH_STEPS], [act('reset', { by: 'privateMail' })], {
      person: { devices: ['yubikey'], hasOneMailbox: true },
      attackerHas: ['internalMail', 'privateMail'],
    }),
  ],
  [
    'creates the first password by the link of an administrator and is the second step, where there is a key too',
    attack([BOTH_STEPS], [act('link')], {
      person: { hasPassword: false, devices: ['yubikey'] },
      attackerHas: ['internalMail', 'passwordLink'],
    }),
  ],
  [
    'signs in with a key at one service, and is then both steps at another where there is a number too',
    attack(
      [PASSWORD_AND_KEY, service({ second: ['sms', 'internalMail'] })],
      [reset, act('signIn'), act('signIn', { at: 1, second: 'internalMail' })],
      { ...withKey, attackerHas: ['internalMail', 'yubikey'] },
    ),
  ],
  [
    'asks for the link of an app, registers the other device, and opens the link',
    attack(
      [service({ hasPasswordGate: false, methods: ['mobileOtp'], second: ['yubikey'] })],
      [open, act('askApp'), add, act('installApp')],
      { person: { hasPassword: false } },
    ),
  ],
];

test.each(FELL)('a mailbox that %s gets nowhere', async (_, fell) => {
  expect((await runAttack(storage, fell)).forbidden).toEqual([]);
});

test('two factors of the person do sign in, so the attacks are real calls', async () => {
  const signIn = act('signIn');
  const key = attack([PASSWORD_AND_KEY], [reset, signIn], {
    ...withKey,
    attackerHas: ['internalMail', 'yubikey'],
  });
  expect(await runAttack(storage, key)).toEqual({ forbidden: [], done: ['reset', 'reset', 'signIn'] });
  const acts = [reset, act('open', { by: 'sms' }), add, signIn];
  const number = attack([PASSWORD_AND_KEY], acts, { attackerHas: ['internalMail', 'sms'] });
  expect(await runAttack(storage, number)).toEqual({
    forbidden: [],
    done: ['reset', 'reset', 'add', 'signIn'],
  });
  const byMail = [open, passkey, act('first', { first: 'fido2Token' }), act('open', { by: 'sms' }), add];
  const both = attack([TWO_DEVICES], [...byMail, act('signIn', { first: 'fido2Token' })], {
    person: { hasPassword: false },
    attackerHas: ['internalMail', 'sms'],
  });
  expect(await runAttack(storage, both)).toEqual({ forbidden: [], done: ['add', 'add', 'signIn'] });
  const noPassword = { person: { hasPassword: false, devices: ['yubikey'] } } as const;
  const managed = attack(
    [service({ methods: ['pw', 'yubikey'] })],
    [open, act('prefer'), remove],
    noPassword,
  );
  expect(await runAttack(storage, managed)).toEqual({ forbidden: [], done: ['prefer', 'remove'] });
  const card = service({ hasPasswordGate: false, methods: ['hwOtp'] });
  const byLogin = [act('signIn', { first: 'hwOtp' }), act('prefer', { kind: 'hwOtp' })];
  const signedIn = attack([card, service({ second: ['hwOtp'] })], byLogin, {
    person: { hasPassword: false, devices: ['hwOtp'] },
    attackerHas: ['hwOtp'],
  });
  expect(await runAttack(storage, signedIn)).toEqual({ forbidden: [], done: ['signIn', 'prefer'] });
  const remembering = service({ second: ['yubikey'], canRememberBrowser: true });
  const byCookie = [act('cookie'), signIn, act('signIn', { at: 1 })];
  const stolen = { ...withKey, attackerHas: ['password'], unlocked: 0 } as const;
  expect(await runAttack(storage, attack([remembering, PASSWORD_AND_KEY], byCookie, stolen))).toEqual({
    forbidden: [],
    done: ['signIn'],
  });
  const code = service({ second: ['emergencyCode'] });
  const byCode = [act('signIn', { second: 'emergencyCode' }), act('open', { at: 1 }), act('installApp')];
  const issued = attack([code, PASSWORD_AND_KEY], [reset, ...byCode, add], {
    attackerHas: ['internalMail', 'appLink', 'emergencyCode'],
  });
  expect(await runAttack(storage, issued)).toEqual({
    forbidden: [],
    done: ['reset', 'reset', 'signIn', 'installApp', 'add'],
  });
});

/** `MUNJIGI_ATTACKS` says how many attacks are drawn, else a few that are always the same. */
const ATTACKS = process.env['MUNJIGI_ATTACKS'] ?? (IS_TEST_ALL ? '10000' : null);
const DRAWING = ATTACKS === null ? { numRuns: 240, seed: 226 } : { numRuns: Number(ATTACKS) };
/** What of the attacks that are always the same the portal allows: they are no mere refusals. */
const DONE = ATTACKS === null ? ['add', 'installApp', 'link', 'prefer', 'remove', 'reset', 'signIn'] : [];

test('nobody signs in to a service with fewer factors than its policy requires', {
  timeout: 3_600_000,
}, async () => {
  const done = new Set<Act['does']>();
  const attackerHas = async (one: Attack): Promise<void> => {
    const played = await runAttack(storage, one);
    for (const does of played.done) done.add(does);
    expect(played.forbidden).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(randomAttack, attackerHas), DRAWING);
  expect([...done]).toEqual(expect.arrayContaining(DONE));
});
