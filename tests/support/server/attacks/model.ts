import type { Case, Contact, Device, Method, Service, Thing, Way } from './case.ts';
import { CONTACTS, WAYS } from './case.ts';

/** What an attacker has come to, beyond what they held from the start. */
export type Gained = {
  /** Kinds of which a device of theirs is the person's now. */
  readonly registered: ReadonlySet<Device>;
  /** Kinds of the person's devices that they have removed. */
  readonly removed: ReadonlySet<Device>;
  /** What the sign-in of the unlocked browser has proved; nothing without one. */
  readonly browser: readonly Method[];
  /** That sign-in is not older than 10 minutes. */
  readonly isRecent: boolean;
};

/** The app by its codes and by pushes is one thing. */
const thingOf = (method: Method | 'answer'): Thing | 'pw' => (method === 'push' ? 'mobileOtp' : method);

const isContact = (name: string): name is Contact => CONTACTS.some((contact) => contact === name);
const isDevice = (name: Thing | 'pw'): name is Device =>
  name !== 'pw' && name !== 'password' && name !== 'answer' && !isContact(name);

const distinct = <Value>(all: readonly Value[]): readonly Value[] => [...new Set(all)];

/** What may come after the password of a gate, or is the whole first step. */
const ending = ({ gate, methods }: Service): readonly Method[] => {
  const others = methods.filter((method) => method !== 'pw');
  return gate && others.length > 0 ? others : methods;
};

/** What a sign-in at a service asks for, each way in by itself. */
export function pathsOf(service: Service): readonly (readonly Method[])[] {
  const { gate, second } = service;
  const firsts = ending(service).map((method): readonly Method[] =>
    gate && method !== 'pw' ? ['pw', method] : [method],
  );
  if (second.length === 0) return firsts;
  return firsts.flatMap((first) =>
    second.filter((name) => !first.includes(name)).map((name) => [...first, name]),
  );
}

/** Whether each of these sets can give something that no other gives. */
function haveEachTheirOwn(sets: readonly (readonly string[])[], taken: readonly string[] = []): boolean {
  const [first, ...rest] = sets;
  if (!first) return true;
  return first.some((thing) => !taken.includes(thing) && haveEachTheirOwn(rest, [...taken, thing]));
}

/** What of docs/security.md ("Who holds what") allows an attacker who holds this much, by the rules 191, 225, 226 and 242. */
export function judgeOf({ services, person, holds }: Case) {
  const owned: readonly (Thing | 'pw')[] = [
    ...(person.hasPassword ? (['pw'] as const) : []),
    ...CONTACTS,
    ...person.devices,
  ];
  const owns = (method: Method): boolean => owned.includes(thingOf(method));
  const opens = (service: Service): boolean => pathsOf(service).some((path) => path.every(owns));

  /** Whether these devices, with those of the person that are left, a password and codes are enough for a service. */
  const completes = ({ registered, removed }: Gained, service: Service, kind: Device): boolean => {
    const has = (thing: Thing | 'pw'): boolean =>
      !isDevice(thing) ||
      thing === kind ||
      registered.has(thing) ||
      (owned.includes(thing) && !removed.has(thing));
    return pathsOf(service).some((path) => path.every((method) => has(thingOf(method))));
  };

  const byPassword = services.filter(({ gate, methods }) => gate || methods.includes('pw'));
  const takes = ({ question, resets }: Service, by: Way | 'answer'): boolean =>
    by === 'answer' ? question !== 'selfAuth' : question !== 'QnA' && resets.includes(by);

  const mayReset = (by: Way | 'answer'): boolean =>
    holds.some((thing) => thing === thingOf(by)) &&
    byPassword.every((service) => service.forgets && takes(service, by));
  /** What opens the password: itself, or what resets it. */
  const passwordThings: readonly string[] = person.hasPassword
    ? [
        ...holds.filter((thing) => thing === 'password'),
        ...[...WAYS, 'answer' as const].filter(mayReset).map(thingOf),
      ]
    : [];

  /** What an attacker can show as a method, by what it rests on. */
  const shown = ({ registered, browser }: Gained, name: Thing | 'pw'): readonly string[] => [
    ...(name === 'pw' ? passwordThings : []),
    ...(name !== 'pw' && holds.includes(name) ? [name] : []),
    ...(isDevice(name) && registered.has(name) ? [`registered ${name}`] : []),
    ...(browser.some((method) => thingOf(method) === name) ? [`browser ${name}`] : []),
  ];

  /** Whether the person could sign in without this. */
  const opensWithout = (service: Service, without: Thing | 'pw'): boolean =>
    pathsOf(service).some((path) => path.every((method) => owns(method) && thingOf(method) !== without));

  /**
   * As many independent things as a way in names. A mailbox or phone that has reset the password counts twice where the
   * person has nothing else to sign in with.
   */
  const covers = (gained: Gained, service: Service, path: readonly Method[]): boolean => {
    const names = distinct(path.map(thingOf));
    const others = names.filter((name) => name !== 'pw');
    if (haveEachTheirOwn(names.map((name) => shown(gained, name)))) return true;
    if (!names.includes('pw') || !haveEachTheirOwn(others.map((name) => shown(gained, name)))) return false;
    return others.some(
      (thing) =>
        shown(gained, 'pw').includes(thing) &&
        holds.some((held) => held === thing) &&
        !opensWithout(service, thing),
    );
  };

  const mayEnter = (gained: Gained, service: Service): boolean =>
    pathsOf(service).some((path) => covers(gained, service, path));

  /** Two mails to one mailbox are one channel. */
  const channel = (thing: string): string =>
    person.oneMailbox && thing === 'privateMail' ? 'internalMail' : thing;

  /** A mailbox, a number, a device of the person, or what an unlocked browser has proved beside the password. */
  const besidePassword = ({ browser }: Gained): readonly string[] => [
    ...holds.filter((thing) => thing !== 'password' && thing !== 'answer').map(channel),
    ...browser.filter((method) => method !== 'pw').map((method) => `browser ${thingOf(method)}`),
  ];

  /** The password and something that is not what set it; without a password two such things. */
  const holdsTwo = (gained: Gained): boolean => {
    const beside = besidePassword(gained);
    const first = person.hasPassword
      ? shown({ ...gained, browser: [] }, 'pw').map(channel)
      : besidePassword(gained);
    return haveEachTheirOwn([first, beside]);
  };

  /** The password and an identity check, by one thing or two. */
  const passesCheck = (gained: Gained): boolean => {
    const hasPassword = !person.hasPassword || shown({ ...gained, browser: [] }, 'pw').length > 0;
    return hasPassword && holds.some((thing) => isContact(thing) || thing === 'mobileOtp');
  };

  const countsAt = ({ methods, second }: Service, kind: Device): boolean =>
    [...methods, ...second].some((name) => thingOf(name) === kind);

  const asksForTwo = (service: Service): boolean =>
    service.second.length > 0 || (service.gate && !ending(service).includes('pw'));

  const hasDeviceFor = (service: Service): boolean =>
    person.devices.some((kind) =>
      (service.second.length > 0 ? service.second : service.methods).some((name) => thingOf(name) === kind),
    );

  /** What a change of a kind must have proved at one service at which it counts. */
  const mayChangeAt = (gained: Gained, service: Service, kind: Device, adds: boolean): boolean => {
    if (opens(service)) {
      const isFirst = adds && asksForTwo(service) && !hasDeviceFor(service);
      return mayEnter(gained, service) && (!isFirst || holdsTwo(gained));
    }
    const isTwo = adds && asksForTwo(service) && completes(gained, service, kind);
    return isTwo ? holdsTwo(gained) : passesCheck(gained);
  };

  const mayChange = (gained: Gained, kind: Device, adds: boolean): boolean => {
    const now = gained.isRecent ? gained : { ...gained, browser: [] };
    return services
      .filter((service) => countsAt(service, kind))
      .every((service) => mayChangeAt(now, service, kind, adds));
  };

  return {
    mayEnter,
    /** A device of this kind becomes the person's. */
    mayAdd: (gained: Gained, kind: Device): boolean => mayChange(gained, kind, true),
    /** The person's device of this kind goes, or is preferred. */
    mayAlter: (gained: Gained, kind: Device): boolean => mayChange(gained, kind, false),
    /** A forgotten password is set anew. */
    mayReset,
    /** What a new password has to meet. */
    level: Math.max(1, ...byPassword.map(({ level }) => level)),
  };
}
