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
const service = (values: Partial<Service>): Service => ({
  hasPasswordGate: true,
  methods: ['pw'],
  second: [],
  canRememberBrowser: false,
  ...RULES,
  ...values,
});
const PASSWORD_OR_KEY = service({ hasPasswordGate: false, methods: ['pw', 'yubikey'] });
const PASSWORD_AND_KEY = service({ second: ['yubikey'] });
const TWO_DEVICES = service({ hasPasswordGate: false, methods: ['fido2Token'], second: ['yubikey'] });

const act = (does: Act['does'], values: Partial<Act> = {}): Act => ({
  does,
  at: 0,
  by: 'internalMail',
  kind: 'yubikey',
  first: 'pw',
  second: 'yubikey',
  ...values,
});

/** An attack on a person with a password and no device, by the holder of the internal mailbox. */
const attack = (
  services: readonly Service[],
  acts: readonly Act[],
  values: Partial<Omit<Attack, 'person'>> & { readonly person?: Partial<Attack['person']> } = {},
): Attack => ({
  services,
  acts,
  attackerHas: ['internalMail'],
  unlocked: null,
  ...values,
  person: { hasPassword: true, devices: [], hasOneMailbox: false, ...values.person },
});

const [reset, open, add, remove] = [act('reset'), act('open'), act('add'), act('remove')];
const passkey = act('add', { kind: 'fido2Token' });
const app = act('add', { kind: 'mobileOtp' });
const BOTH_STEPS = service({ second: ['internalMail', 'yubikey'] });
const withKey = { person: { devices: ['yubikey'] } } as const;

/** Attacks that succeeded in the past. */
const PAST_ATTACKS: readonly [string, Attack][] = [
  [
    'registering the second step of a strong service at a weak one',
    attack([PASSWORD_OR_KEY, PASSWORD_AND_KEY], [reset, open, add]),
  ],
  [
    'removing the key of a strong service at a weak one',
    attack([PASSWORD_OR_KEY, PASSWORD_AND_KEY], [reset, open, add, remove], withKey),
  ],
  [
    'resetting the password of a gate and receiving the code after it, when there is a key too',
    attack([service({ methods: ['pw', 'internalMail', 'yubikey'] })], [reset], withKey),
  ],
  [
    'passing both steps at a service with no other token, and then at one with a key',
    attack(
      [service({ second: ['internalMail'] }), BOTH_STEPS],
      [reset, act('signIn', { second: 'internalMail' })],
      withKey,
    ),
  ],
  [
    'registering a key by the reset password and a code, when there is a key already',
    attack([BOTH_STEPS], [reset, open, add], withKey),
  ],
  [
    'registering both devices of a person without a password',
    attack([TWO_DEVICES], [open, passkey, open, add], { person: { hasPassword: false } }),
  ],
  [
    'registering a device, signing in with it, and registering another',
    attack(
      [service({ hasPasswordGate: false, methods: ['fido2Token'] }), PASSWORD_AND_KEY],
      [reset, open, passkey, reset, act('signIn', { first: 'fido2Token' }), act('open', { at: 1 }), add],
    ),
  ],
  [
    'registering an app, registering it again by an identity check with it, and then the second device',
    attack(
      [service({ hasPasswordGate: false, methods: ['mobileOtp'], second: ['yubikey'] })],
      [open, app, act('open', { by: 'mobileOtp' }), app, act('first', { first: 'mobileOtp' }), open, add],
      { person: { hasPassword: false } },
    ),
  ],
  [
    'using one address for the reset and another for the second step, when there is a key too',
    attack([BOTH_STEPS], [act('reset', { by: 'privateMail' })], {
      person: { devices: ['yubikey'], hasOneMailbox: true },
      attackerHas: ['internalMail', 'privateMail'],
    }),
  ],
  [
    'creating the first password by a link of an administrator and passing the second step, when there is a key too',
    attack([BOTH_STEPS], [act('link')], {
      person: { hasPassword: false, devices: ['yubikey'] },
      attackerHas: ['internalMail', 'passwordLink'],
    }),
  ],
  [
    'signing in with a key at one service, and passing both steps at another that accepts SMS too',
    attack(
      [PASSWORD_AND_KEY, service({ second: ['sms', 'internalMail'] })],
      [reset, act('signIn'), act('signIn', { at: 1, second: 'internalMail' })],
      { ...withKey, attackerHas: ['internalMail', 'yubikey'] },
    ),
  ],
  [
    'requesting the link of an app, registering the other device, and opening the link',
    attack(
      [service({ hasPasswordGate: false, methods: ['mobileOtp'], second: ['yubikey'] })],
      [open, act('requestAppLink'), add, act('installApp')],
      { person: { hasPassword: false } },
    ),
  ],
];

test.each(PAST_ATTACKS)('the holder of a mailbox cannot sign in by %s', async (_, pastAttack) => {
  expect((await runAttack(storage, pastAttack)).forbidden).toEqual([]);
});

const signIn = act('signIn');
const openBySms = act('open', { by: 'sms' });
const byPasskey = { first: 'fido2Token' } as const;

/** Attacks by the holder of enough factors, with the acts that succeed. They show that the acts are real calls. */
const SUCCESSFUL_ATTACKS: readonly [string, Attack, readonly Act['does'][]][] = [
  [
    'signing in with a mailbox and a key',
    attack([PASSWORD_AND_KEY], [reset, signIn], { ...withKey, attackerHas: ['internalMail', 'yubikey'] }),
    ['reset', 'reset', 'signIn'],
  ],
  [
    'registering a key with a mailbox and a phone number',
    attack([PASSWORD_AND_KEY], [reset, openBySms, add, signIn], { attackerHas: ['internalMail', 'sms'] }),
    ['reset', 'reset', 'add', 'signIn'],
  ],
  [
    'registering both devices with a mailbox and a phone number',
    attack(
      [TWO_DEVICES],
      [open, passkey, act('first', byPasskey), openBySms, add, act('signIn', byPasskey)],
      { person: { hasPassword: false }, attackerHas: ['internalMail', 'sms'] },
    ),
    ['add', 'add', 'signIn'],
  ],
  [
    'changing the devices of a person without a password with a mailbox',
    attack([service({ methods: ['pw', 'yubikey'] })], [open, act('prefer'), remove], {
      person: { hasPassword: false, devices: ['yubikey'] },
    }),
    ['prefer', 'remove'],
  ],
  [
    'making a card the default method with the card',
    attack(
      [service({ hasPasswordGate: false, methods: ['hwOtp'] }), service({ second: ['hwOtp'] })],
      [act('signIn', { first: 'hwOtp' }), act('prefer', { kind: 'hwOtp' })],
      { person: { hasPassword: false, devices: ['hwOtp'] }, attackerHas: ['hwOtp'] },
    ),
    ['signIn', 'prefer'],
  ],
  [
    'signing in with a stolen password and the cookie of a remembered browser',
    attack(
      [service({ second: ['yubikey'], canRememberBrowser: true }), PASSWORD_AND_KEY],
      [act('cookie'), signIn, act('signIn', { at: 1 })],
      { ...withKey, attackerHas: ['password'], unlocked: 0 },
    ),
    ['signIn'],
  ],
  [
    'registering an app and a key with a mailbox, a temporary code and an app link of an administrator',
    attack(
      [service({ second: ['emergencyCode'] }), PASSWORD_AND_KEY],
      [reset, act('signIn', { second: 'emergencyCode' }), act('open', { at: 1 }), act('installApp'), add],
      { attackerHas: ['internalMail', 'appLink', 'emergencyCode'] },
    ),
    ['reset', 'reset', 'signIn', 'installApp', 'add'],
  ],
];

test.each(SUCCESSFUL_ATTACKS)(
  'the holder of enough factors succeeds in %s',
  async (_, successfulAttack, done) => {
    expect(await runAttack(storage, successfulAttack)).toEqual({ forbidden: [], done });
  },
);

/** `MUNJIGI_ATTACKS` is the number of random attacks; without it there are 240 that are always the same. */
const ATTACKS = process.env['MUNJIGI_ATTACKS'] ?? (IS_TEST_ALL ? '10000' : null);
const RUN_OPTIONS = ATTACKS === null ? { numRuns: 240, seed: 226 } : { numRuns: Number(ATTACKS) };
/** Acts that the portal allows in the attacks that are always the same: not everything is refused. */
const ALLOWED_ACTS =
  ATTACKS === null ? ['add', 'installApp', 'link', 'prefer', 'remove', 'reset', 'signIn'] : [];

test('nobody signs in to a service with fewer factors than its policy requires', {
  timeout: 3_600_000,
}, async () => {
  const done = new Set<Act['does']>();
  const checkAttack = async (randomCase: Attack): Promise<void> => {
    const result = await runAttack(storage, randomCase);
    for (const does of result.done) done.add(does);
    expect(result.forbidden).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(randomAttack, checkAttack), RUN_OPTIONS);
  expect([...done]).toEqual(expect.arrayContaining(ALLOWED_ACTS));
});
