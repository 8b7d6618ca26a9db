import fc from 'fast-check';
import {
  type Action,
  type Case,
  CONTACTS,
  type Contact,
  DEVICES,
  type Device,
  type Method,
  type Person,
  type Service,
  type Thing,
  WAYS,
  type Way,
} from './case.ts';

type Pair = readonly [Device, Device];

/** Some of these, mostly all. */
const mostly = <Value>(all: readonly Value[], minLength = 0): fc.Arbitrary<readonly Value[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(all) },
    { weight: 1, arbitrary: fc.subarray([...all], { minLength }) },
  );

const some = <Value>(all: readonly Value[]): fc.Arbitrary<readonly Value[]> =>
  fc.subarray([...all], { minLength: 1 });

/** By how often each is drawn. */
const often = <Value>(...all: readonly (readonly [number, Value])[]): fc.Arbitrary<Value> =>
  fc.oneof(...all.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

type Asked = Pick<Service, 'gate' | 'methods' | 'second'>;

/** What a policy asks for, from a password alone to two devices; the services of a case share two kinds of devices. */
function asked([one, other]: Pair): fc.Arbitrary<Asked> {
  const devices: readonly Device[] = [one, other];
  const app = devices.includes('mobileOtp') ? (['push'] as const) : [];
  const codes: readonly Method[] = [...CONTACTS, ...devices, ...app];
  const policy = (
    gate: boolean,
    methods: fc.Arbitrary<readonly Method[]>,
    second: fc.Arbitrary<readonly Method[]>,
  ): fc.Arbitrary<Asked> => fc.record({ gate: fc.constant(gate), methods, second });
  const none = fc.constant<readonly Method[]>([]);
  const password = fc.constant<readonly Method[]>(['pw']);
  const withPassword = some(codes).map((more): readonly Method[] => ['pw', ...more]);
  const strong = fc.oneof(
    { weight: 2, arbitrary: some<Method>(devices) },
    { weight: 1, arbitrary: some(codes) },
  );
  return fc.oneof(
    { weight: 2, arbitrary: policy(true, password, none) },
    { weight: 3, arbitrary: policy(false, withPassword, none) },
    { weight: 2, arbitrary: policy(false, some<Method>(devices), none) },
    { weight: 2, arbitrary: policy(true, withPassword, none) },
    { weight: 6, arbitrary: policy(true, password, strong) },
    { weight: 1, arbitrary: policy(true, withPassword, strong) },
    { weight: 3, arbitrary: policy(false, fc.constant([one]), fc.constant([other])) },
    { weight: 1, arbitrary: policy(false, some<Method>(devices), strong) },
  );
}

const isPossible = ({ gate, methods, second }: Asked): boolean => {
  if (second.length === 0) return true;
  const ending = methods.filter((name) => !gate || methods.length === 1 || name !== 'pw');
  return ending.some((name) => second.some((other) => other !== name));
};

const serviceOf = (pair: Pair): fc.Arbitrary<Service> =>
  fc
    .record({
      asked: asked(pair).filter(isPossible),
      checks: mostly(WAYS, 1),
      resets: mostly(WAYS),
      question: often([3, 'selfAuthOrQnA' as const], [1, 'selfAuth' as const], [1, 'QnA' as const]),
      forgets: often([9, true], [1, false]),
      level: often([2, 3 as const], [1, 2 as const], [1, 1 as const]),
    })
    .map(({ asked: policy, ...rest }) => ({ ...policy, ...rest }));

const personOf = (pair: Pair): fc.Arbitrary<Person> =>
  fc.record({
    hasPassword: often([5, true], [1, false]),
    devices: fc.subarray([...pair]),
    oneMailbox: often([6, false], [1, true]),
  });

/** One thing mostly: what costs two is what nobody gets by one. */
function holdsOf({ hasPassword, devices, oneMailbox }: Person): fc.Arbitrary<readonly Thing[]> {
  const all: readonly Thing[] = [
    ...CONTACTS,
    ...(hasPassword ? (['password'] as const) : []),
    'answer',
    ...devices,
  ];
  const both = (held: readonly Thing[]): readonly Thing[] =>
    oneMailbox && (held.includes('internalMail') || held.includes('privateMail'))
      ? [...new Set<Thing>([...held, 'internalMail', 'privateMail'])]
      : held;
  return fc
    .tuple(often([1, 0], [12, 1], [5, 2], [1, 3]), fc.shuffledSubarray([...all], { minLength: 3 }))
    .map(([count, shuffled]) => both(shuffled.slice(0, count)));
}

const isContact = (thing: Thing): thing is Contact => CONTACTS.some((contact) => contact === thing);

const BLANK = { at: 0, by: 'internalMail', kind: 'yubikey', first: 'pw', second: 'yubikey' } as const;

type Base = Omit<Case, 'actions'> & { readonly pair: Pair };

/** Anything at all, as a page could do it. */
const anyAction = ({ pair, services }: Base): fc.Arbitrary<Action> =>
  fc.record<Action>({
    does: fc.constantFrom(
      'reset',
      'open',
      'add',
      'remove',
      'prefer',
      'first',
      'signIn',
      'newBrowser',
      'unlocked',
      'wait',
    ),
    at: fc.nat(services.length - 1),
    by: fc.constantFrom(...WAYS, 'answer'),
    kind: fc.constantFrom(...pair),
    first: fc.constantFrom('pw', ...CONTACTS, ...pair),
    second: fc.constantFrom(...CONTACTS, ...pair),
  });

/**
 * What an attacker would do: set the password by what they can read, pass a check by it at one service, register, and
 * go on from there. Each step may be left out, and one in ten is anything at all.
 */
function planOf(base: Base): fc.Arbitrary<readonly Action[]> {
  const { services, holds, pair, unlocked } = base;
  const readable: readonly Way[] = [
    ...holds.filter(isContact),
    ...(holds.includes('mobileOtp') ? (['mobileOtp', 'push'] as const) : []),
  ];
  const ways = readable.length > 0 ? readable : CONTACTS;
  const resets: readonly Action['by'][] = holds.includes('answer') ? [...ways, 'answer'] : ways;
  const shown: readonly Method[] = ['pw', ...ways, ...pair];
  const at = fc.nat(services.length - 1);
  const step = (does: Action['does'], some: { [Key in keyof Action]?: fc.Arbitrary<Action[Key]> } = {}) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.record(some).map((drawn) => ({ ...BLANK, does, ...drawn }) as Action) },
      { weight: 1, arbitrary: anyAction(base) },
    );
  const maybe = (percent: number, action: fc.Arbitrary<Action>): fc.Arbitrary<readonly Action[]> =>
    often([percent, true], [100 - percent, false]).chain((isDone) =>
      isDone ? action.map((one): readonly Action[] => [one]) : fc.constant<readonly Action[]>([]),
    );
  const kind = fc.constantFrom(...pair);
  const reset = step('reset', { at, by: fc.constantFrom(...resets) });
  const open = step('open', { at, by: fc.constantFrom(...ways) });
  const enter = { at, first: fc.constantFrom(...shown), second: fc.constantFrom(...shown) };
  const script = [
    maybe(unlocked === null ? 0 : 60, step('unlocked')),
    maybe(holds.includes('password') ? 15 : 85, reset),
    maybe(90, open),
    maybe(85, step('add', { kind })),
    maybe(15, step('remove', { kind })),
    maybe(15, reset),
    maybe(15, step('wait')),
    maybe(35, fc.oneof(step('first', enter), step('signIn', enter))),
    maybe(50, open),
    maybe(50, step('add', { kind })),
    maybe(25, step('remove', { kind })),
    maybe(10, step('prefer', { kind })),
    maybe(25, step('signIn', enter)),
  ];
  return fc.tuple(...script).map((parts) => parts.flat().slice(0, 10));
}

/** An attack, drawn so that what the services share is what the attacker goes for. */
export const drawn: fc.Arbitrary<Case> = fc
  .shuffledSubarray([...DEVICES], { minLength: 2, maxLength: 2 })
  .chain(([one = 'yubikey', other = 'hwOtp']) => {
    const pair: Pair = [one, other];
    return fc.record({
      pair: fc.constant(pair),
      services: fc.array(serviceOf(pair), { minLength: 2, maxLength: 4 }),
      person: personOf(pair),
    });
  })
  .chain(({ person, services, pair }) =>
    fc.record<Base>({
      pair: fc.constant(pair),
      services: fc.constant(services),
      person: fc.constant(person),
      holds: holdsOf(person),
      unlocked: fc.option(fc.nat(services.length - 1), { freq: 1 }),
    }),
  )
  .chain((base) =>
    planOf(base).map((actions) => {
      const { pair: _, ...rest } = base;
      return { ...rest, actions };
    }),
  );
