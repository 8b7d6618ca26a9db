import fc from 'fast-check';
import {
  type Act,
  type Attack,
  CONTACTS,
  type Contact,
  DEVICES,
  type Device,
  IDENTITY_METHODS,
  type IdentityMethod,
  ISSUED_ITEMS,
  type Method,
  type Person,
  type Possession,
  type Service,
} from './attack.ts';

type Pair = readonly [Device, Device];

/** All values, or sometimes a subset. */
const usuallyAll = <Value>(all: readonly Value[], minLength = 0): fc.Arbitrary<readonly Value[]> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(all) },
    { weight: 1, arbitrary: fc.subarray([...all], { minLength }) },
  );

const nonEmptySubset = <Value>(all: readonly Value[]): fc.Arbitrary<readonly Value[]> =>
  fc.subarray([...all], { minLength: 1 });

/** Chooses a value; a value with a higher weight is chosen more often. */
const weighted = <Value>(...all: readonly (readonly [number, Value])[]): fc.Arbitrary<Value> =>
  fc.oneof(...all.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

/** The goal of a random attack: anything, or a rare case that random values alone would seldom reach. */
type Goal = 'anything' | 'twoDevices' | 'oneMailbox' | 'codes' | 'gate' | 'devicesOfPerson' | 'issued';
const anyGoal = weighted<Goal>(
  [5, 'anything'],
  [3, 'twoDevices'],
  [2, 'oneMailbox'],
  [3, 'codes'],
  [2, 'gate'],
  [2, 'devicesOfPerson'],
  [4, 'issued'],
);

type Requirements = Pick<Service, 'hasPasswordGate' | 'methods' | 'second'>;

/** The requirements of a policy, from only a password to two devices. The services of an attack use the same two kinds of devices. */
function requirements([one, other]: Pair, goal: Goal): fc.Arbitrary<Requirements> {
  const devices: readonly Device[] = [one, other];
  const app = devices.includes('mobileOtp') ? (['push'] as const) : [];
  const temporaryCode = goal === 'issued' ? (['emergencyCode'] as const) : [];
  const allButPassword: readonly Method[] = [...CONTACTS, ...devices, ...app, ...temporaryCode];
  const policy = (
    hasPasswordGate: boolean,
    methods: fc.Arbitrary<readonly Method[]>,
    second: fc.Arbitrary<readonly Method[]>,
  ): fc.Arbitrary<Requirements> =>
    fc.record({ hasPasswordGate: fc.constant(hasPasswordGate), methods, second });
  const none = fc.constant<readonly Method[]>([]);
  const password = fc.constant<readonly Method[]>(['pw']);
  const deviceOrCode = nonEmptySubset<Method>([...devices, ...temporaryCode]);
  const withPassword = nonEmptySubset(allButPassword).map((more): readonly Method[] => ['pw', ...more]);
  const withDevice = deviceOrCode.map((more): readonly Method[] => ['pw', ...more]);
  const kinds = {
    password: policy(true, password, none),
    choice: policy(false, withPassword, none),
    device: policy(false, deviceOrCode, none),
    gate: policy(true, fc.oneof(withPassword, withDevice), none),
    passwordThenDevice: policy(true, password, deviceOrCode),
    passwordThenCode: policy(true, password, nonEmptySubset(allButPassword)),
    gateThenSecond: policy(true, withPassword, fc.oneof(deviceOrCode, nonEmptySubset(allButPassword))),
    twoDevices: policy(false, fc.constant([one, ...temporaryCode]), fc.constant([other])),
    deviceThenCode: policy(false, deviceOrCode, nonEmptySubset(allButPassword)),
  };
  const any = Object.values(kinds);
  const kindsByGoal: Readonly<Record<Goal, readonly fc.Arbitrary<Requirements>[]>> = {
    anything: [...any, kinds.passwordThenDevice, kinds.passwordThenDevice, kinds.choice, kinds.twoDevices],
    twoDevices: [kinds.twoDevices, kinds.twoDevices, kinds.device, kinds.gateThenSecond],
    oneMailbox: [kinds.passwordThenDevice, kinds.twoDevices, kinds.choice],
    codes: [kinds.passwordThenCode, kinds.passwordThenCode, kinds.gate],
    gate: [kinds.gate, kinds.gate, kinds.choice],
    devicesOfPerson: [kinds.passwordThenDevice, kinds.choice, kinds.twoDevices],
    issued: [
      kinds.passwordThenDevice,
      kinds.passwordThenCode,
      kinds.twoDevices,
      kinds.gate,
      kinds.deviceThenCode,
    ],
  };
  return fc.oneof(...kindsByGoal[goal]);
}

/** Whether a person can satisfy the requirements: the second step needs another method than the first step. */
const isPossible = ({ hasPasswordGate, methods, second }: Requirements): boolean => {
  if (second.length === 0) return true;
  const ending = methods.filter((name) => !hasPasswordGate || methods.length === 1 || name !== 'pw');
  return ending.some((name) => second.some((other) => other !== name));
};

const serviceOf = (pair: Pair, goal: Goal): fc.Arbitrary<Service> =>
  fc
    .record({
      requirements: requirements(pair, goal).filter(isPossible),
      canRememberBrowser: fc.boolean(),
      checks: usuallyAll(IDENTITY_METHODS, 1),
      resets: usuallyAll(IDENTITY_METHODS),
      question: weighted([8, 'selfAuthOrQnA' as const], [1, 'selfAuth' as const], [1, 'QnA' as const]),
      canResetPassword: weighted([19, true], [1, false]),
      level: weighted([2, 3 as const], [1, 2 as const], [1, 1 as const]),
    })
    .map(({ requirements: policy, ...rest }) => ({ ...policy, ...rest }));

const personOf = (pair: Pair, goal: Goal): fc.Arbitrary<Person> =>
  fc.record({
    hasPassword: weighted([goal === 'twoDevices' || goal === 'issued' ? 1 : 9, true], [2, false]),
    devices: goal === 'devicesOfPerson' ? fc.constant(pair) : fc.subarray([...pair]),
    hasOneMailbox: weighted([6, false], [goal === 'oneMailbox' ? 30 : 1, true]),
  });

/** The possessions of the attacker: usually one factor, since one factor must not satisfy a policy of two factors. */
function attackerFactors(
  { hasPassword, devices, hasOneMailbox }: Person,
  goal: Goal,
): fc.Arbitrary<readonly Possession[]> {
  const possessions: readonly Possession[] = [
    ...CONTACTS,
    ...(hasPassword ? (['password'] as const) : []),
    'answer',
    ...devices,
  ];
  const withBothMails = (factors: readonly Possession[]): readonly Possession[] =>
    hasOneMailbox && (factors.includes('internalMail') || factors.includes('privateMail'))
      ? [...new Set<Possession>([...factors, 'internalMail', 'privateMail'])]
      : factors;
  const issued =
    goal === 'issued'
      ? fc.oneof(
          {
            weight: 3,
            arbitrary: fc.constantFrom(...ISSUED_ITEMS).map((one): readonly Possession[] => [one]),
          },
          { weight: 1, arbitrary: nonEmptySubset<Possession>(ISSUED_ITEMS) },
        )
      : fc.constant<readonly Possession[]>([]);
  return fc
    .tuple(
      weighted([1, 0], [12, 1], [5, 2], [1, 3]),
      fc.shuffledSubarray([...possessions], { minLength: 3 }),
      issued,
    )
    .map(([count, shuffled, more]) => withBothMails([...shuffled.slice(0, count), ...more]));
}

const isContact = (possession: Possession): possession is Contact =>
  CONTACTS.some((contact) => contact === possession);

/** The values of an act for the fields that its kind does not use. */
const UNUSED_VALUES = { at: 0, by: 'internalMail', kind: 'yubikey', first: 'pw', second: 'yubikey' } as const;

/** An attack before its acts are chosen. */
type Base = Omit<Attack, 'acts'> & { readonly pair: Pair; readonly goal: Goal };

const anyAct = ({ pair, services }: Base): fc.Arbitrary<Act> =>
  fc.record<Act>({
    does: fc.constantFrom(
      'reset',
      'link',
      'open',
      'add',
      'requestAppLink',
      'installApp',
      'remove',
      'prefer',
      'first',
      'signIn',
      'newBrowser',
      'unlocked',
      'cookie',
      'wait',
    ),
    at: fc.nat(services.length - 1),
    by: fc.constantFrom(...IDENTITY_METHODS, 'answer'),
    kind: fc.constantFrom(...pair),
    first: fc.constantFrom('pw', ...CONTACTS, ...pair),
    second: fc.constantFrom(...CONTACTS, ...pair),
  });

/**
 * The acts of a likely attack: the attacker resets the password with a contact that the attacker can read, passes an
 * identity check with the same contact at one service, registers a device and continues with the device. Each step may be
 * missing, and one step in ten is any act.
 */
function planOf(base: Base): fc.Arbitrary<readonly Act[]> {
  const { services, attackerHas, pair, unlocked, goal } = base;
  const readable: readonly IdentityMethod[] = [
    ...attackerHas.filter(isContact),
    ...(attackerHas.includes('mobileOtp') ? (['mobileOtp', 'push'] as const) : []),
  ];
  const checks = readable.length > 0 ? readable : CONTACTS;
  const resets: readonly Act['by'][] = attackerHas.includes('answer') ? [...checks, 'answer'] : checks;
  const temporaryCodes = attackerHas.includes('emergencyCode')
    ? (['emergencyCode', 'emergencyCode'] as const)
    : [];
  const usable: readonly Method[] = ['pw', ...checks, ...pair, ...temporaryCodes];
  const at = fc.nat(services.length - 1);
  const step = (does: Act['does'], some: { [Key in keyof Act]?: fc.Arbitrary<Act[Key]> } = {}) =>
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(some).map((values) => ({ ...UNUSED_VALUES, does, ...values }) as Act),
      },
      { weight: 1, arbitrary: anyAct(base) },
    );
  const maybe = (percent: number, act: fc.Arbitrary<Act>): fc.Arbitrary<readonly Act[]> =>
    weighted([percent, true], [100 - percent, false]).chain((isDone) =>
      isDone ? act.map((one): readonly Act[] => [one]) : fc.constant<readonly Act[]>([]),
    );
  const kind = fc.constantFrom(...pair);
  const ownApp = pair.includes('mobileOtp') ? (['mobileOtp'] as const) : [];
  const openAgain = step('open', { at, by: fc.constantFrom(...checks, ...ownApp) });
  const reset = step('reset', { at, by: fc.constantFrom(...resets) });
  const open = step('open', { at, by: fc.constantFrom(...checks) });
  const signInValues = {
    at,
    first: goal === 'codes' ? fc.constant<Method>('pw') : fc.constantFrom(...usable),
    second: fc.constantFrom(...(goal === 'codes' ? checks : usable)),
  };
  const hasApp = pair.includes('mobileOtp');
  const script = [
    maybe(attackerHas.includes('passwordLink') ? 85 : 0, step('link', { by: fc.constantFrom(...resets) })),
    maybe(attackerHas.includes('emergencyCode') ? 70 : 0, step('signIn', signInValues)),
    maybe(attackerHas.includes('appLink') ? 70 : 0, step('installApp')),
    maybe(unlocked === null ? 0 : 60, fc.oneof(step('unlocked'), step('cookie'))),
    maybe(attackerHas.includes('password') || goal === 'issued' ? 15 : 85, reset),
    maybe(90, open),
    maybe(hasApp ? 40 : 0, step('requestAppLink')),
    maybe(85, step('add', { kind })),
    maybe(15, step('remove', { kind })),
    maybe(15, reset),
    maybe(15, step('wait')),
    maybe(35, fc.oneof(step('first', signInValues), step('signIn', signInValues))),
    maybe(50, openAgain),
    maybe(60, step('add', { kind })),
    maybe(hasApp ? 60 : 0, step('installApp')),
    maybe(goal === 'devicesOfPerson' ? 50 : 20, step('remove', { kind })),
    maybe(goal === 'devicesOfPerson' ? 70 : 5, step('prefer', { kind })),
    maybe(unlocked === null ? 0 : 30, step('cookie')),
    maybe(25, step('signIn', signInValues)),
  ];
  return fc.tuple(...script).map((parts) => parts.flat().slice(0, 10));
}

/** A random attack on services that share two kinds of devices, with a goal. */
export const randomAttack: fc.Arbitrary<Attack> = fc
  .tuple(anyGoal, fc.shuffledSubarray([...DEVICES], { minLength: 2, maxLength: 2 }))
  .chain(([goal, [one = 'yubikey', other = 'hwOtp']]) => {
    const pair: Pair = [one, other];
    return fc.record({
      pair: fc.constant(pair),
      goal: fc.constant(goal),
      services: fc.array(serviceOf(pair, goal), { minLength: 2, maxLength: 4 }),
      person: personOf(pair, goal),
    });
  })
  .chain(({ person, services, pair, goal }) =>
    fc.record<Base>({
      pair: fc.constant(pair),
      goal: fc.constant(goal),
      services: fc.constant(services),
      person: fc.constant(person),
      attackerHas: attackerFactors(person, goal),
      unlocked: fc.option(fc.nat(services.length - 1), { freq: 1 }),
    }),
  )
  .chain((base) =>
    planOf(base).map((acts) => {
      const { services, person, attackerHas, unlocked } = base;
      return { services, person, attackerHas, unlocked, acts };
    }),
  );
