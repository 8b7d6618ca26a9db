import type { Case, Contact, Device, IdentityMethod, Method, Service, Thing } from './case.ts';
import { CONTACTS, DEVICES, IDENTITY_METHODS } from './case.ts';

/** What an attacker has gained in addition to `holds`. */
export type Gained = {
  /** Kinds of their own devices that they have registered for the person, each with the check before it. */
  readonly registered: ReadonlyMap<Device, IdentityMethod | null>;
  /** Kinds of the person's devices that they have removed. */
  readonly removed: ReadonlySet<Device>;
  /** The check after the administrator's link by which they have set the password. */
  readonly linkedBy: IdentityMethod | 'answer' | null;
  /** The proofs of the sign-in of the unlocked browser; none without one. */
  readonly browser: readonly Method[];
  /** That sign-in is not older than 10 minutes. */
  readonly isRecent: boolean;
  /** The service at which this browser is remembered, and the method that it stands in for. */
  readonly remembered: { readonly at: Service; readonly method: Method } | null;
  /** The temporary code: whether it is still valid, and whether it was used in this browser. */
  readonly code: { readonly isValid: boolean; readonly isProved: boolean };
};

/** Codes and pushes come from one app. */
const thingOf = (method: Method | 'answer'): Thing | 'pw' => (method === 'push' ? 'mobileOtp' : method);

const isContact = (name: string): name is Contact => CONTACTS.some((contact) => contact === name);
const isDevice = (name: string): name is Device => DEVICES.some((device) => device === name);

const distinct = <Value>(all: readonly Value[]): readonly Value[] => [...new Set(all)];

/** Methods after a password gate, or of the whole first step. */
const ending = ({ gate, methods }: Service): readonly Method[] => {
  const others = methods.filter((method) => method !== 'pw');
  return gate && others.length > 0 ? others : methods;
};

/** The proofs that a sign-in at a service requires, for each way in. */
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

/** The kind of a device that an attacker has registered. */
const kindIn = (thing: string): Device | undefined => DEVICES.find((kind) => thing === `registered ${kind}`);

/** Whether a different element can be chosen from each set. */
function haveDistinctElements(sets: readonly (readonly string[])[], taken: readonly string[] = []): boolean {
  const [first, ...rest] = sets;
  if (!first) return true;
  return first.some((thing) => !taken.includes(thing) && haveDistinctElements(rest, [...taken, thing]));
}

/** Decides what docs/security.md ("Who has what") allows an attacker, by the rules 184, 191, 225, 226, 242 and 252. */
export function judgeOf({ services, person, holds }: Case) {
  /** There is a password: that of the person, or one that the attacker has created by the administrator's link. */
  const hasPassword = ({ linkedBy }: Gained): boolean => person.hasPassword || linkedBy !== null;

  const owns = (gained: Gained, method: Method): boolean => {
    const thing = thingOf(method);
    if (thing === 'pw') return hasPassword(gained);
    return (
      isContact(thing) ||
      (isDevice(thing) && (person.devices.includes(thing) || gained.registered.has(thing)))
    );
  };
  const opens = (gained: Gained, service: Service): boolean =>
    pathsOf(service).some((path) => path.every((method) => owns(gained, method)));

  /** Whether a device of this kind, the remaining devices, a password and codes are enough for a service. */
  const completes = ({ registered, removed }: Gained, service: Service, kind: Device): boolean => {
    const has = (thing: Thing | 'pw'): boolean =>
      thing === 'pw' ||
      isContact(thing) ||
      (isDevice(thing) &&
        (thing === kind || registered.has(thing) || (person.devices.includes(thing) && !removed.has(thing))));
    return pathsOf(service).some((path) => path.every((method) => has(thingOf(method))));
  };

  const byPassword = services.filter(({ gate, methods }) => gate || methods.includes('pw'));
  const accepts = ({ question, resets }: Service, by: IdentityMethod | 'answer'): boolean =>
    by === 'answer' ? question !== 'selfAuth' : question !== 'QnA' && resets.includes(by);

  /** The control of an attacker over a contact or a kind of device. */
  const has = ({ registered, browser }: Gained, name: Thing): readonly string[] => [
    ...holds.filter((thing) => thing === name),
    ...(isDevice(name) && registered.has(name) ? [`registered ${name}`] : []),
    ...(browser.some((method) => thingOf(method) === name) ? [`browser ${name}`] : []),
  ];
  const hasNow = (gained: Gained, by: IdentityMethod | 'answer'): readonly string[] => {
    const thing = thingOf(by);
    return thing === 'pw' ? [] : has({ ...gained, browser: [] }, thing);
  };

  const forgets = (gained: Gained, by: IdentityMethod | 'answer'): boolean =>
    hasPassword(gained) && byPassword.every((service) => service.forgets && accepts(service, by));

  /**
   * The administrator's link accepts what every service accepts, also where nobody can reset a password. An answer
   * cannot create a password; where neither answers nor checks are accepted everywhere, checks can change it.
   */
  const opensByLink = (gained: Gained, by: IdentityMethod | 'answer'): boolean => {
    if (!holds.includes('passwordLink') || gained.linkedBy !== null) return false;
    const all = services.filter((service, index) => index === 0 || byPassword.includes(service));
    const areAnswersAccepted = all.every(({ question }) => question !== 'selfAuth');
    const areChecksAccepted = all.every(({ question }) => question !== 'QnA');
    if (by === 'answer') return person.hasPassword && areAnswersAccepted;
    const isAllowed = all.every(({ resets }) => resets.includes(by));
    return isAllowed && (!person.hasPassword || areChecksAccepted || !areAnswersAccepted);
  };

  const mayReset = (gained: Gained, by: IdentityMethod | 'answer'): boolean =>
    hasNow(gained, by).length > 0 && (forgets(gained, by) || opensByLink(gained, by));

  /** The factors that give access to the password: the password itself, or those that reset it. */
  const passwordThings = (gained: Gained): readonly string[] => [
    ...holds.filter((thing) => thing === 'password'),
    ...[...IDENTITY_METHODS, 'answer' as const]
      .filter((by) => by === gained.linkedBy || mayReset(gained, by))
      .flatMap((by) => hasNow(gained, by)),
  ];

  /** The factors by which an attacker can use a method. */
  const shown = (gained: Gained, name: Thing | 'pw'): readonly string[] => {
    if (name === 'pw')
      return [...passwordThings(gained), ...(gained.browser.includes('pw') ? ['browser pw'] : [])];
    if (name !== 'emergencyCode') return has(gained, name);
    return gained.code.isValid || gained.code.isProved ? [name] : [];
  };

  /** Two mails to one mailbox are one channel. */
  const mailbox = (thing: string): string =>
    person.oneMailbox && thing === 'privateMail' ? 'internalMail' : thing;

  /** Whether the person could sign in without this mailbox, number or device. */
  const opensWithout = (gained: Gained, service: Service, without: string): boolean =>
    pathsOf(service).some((path) =>
      path.every((method) => owns(gained, method) && mailbox(thingOf(method)) !== mailbox(without)),
    );

  /**
   * Whether an attacker has as many independent factors as a way in requires. A mailbox or phone that has set the
   * password counts twice where the person has nothing else to sign in with.
   */
  const satisfies = (gained: Gained, service: Service, path: readonly Method[]): boolean => {
    const names = distinct(path.map(thingOf));
    const { remembered } = gained;
    const standsIn = (name: Thing | 'pw'): readonly string[] =>
      remembered?.at === service && path.at(-1) === remembered.method && name === thingOf(remembered.method)
        ? ['cookie']
        : [];
    const shownOrStoodIn = (name: Thing | 'pw') => [...shown(gained, name), ...standsIn(name)];
    const others = names.filter((name) => name !== 'pw').map(shownOrStoodIn);
    if (!names.includes('pw')) return haveDistinctElements(others);
    return shownOrStoodIn('pw').some((opener) => {
      const isOther = (thing: string): boolean => mailbox(thing) !== mailbox(opener);
      if (haveDistinctElements(others.map((things) => things.filter(isOther)))) return true;
      const isBoth = others.some((things) => things.some((thing) => !isOther(thing)));
      return (
        isBoth && haveDistinctElements(others) && !opensWithout(gained, service, kindIn(opener) ?? opener)
      );
    });
  };

  const mayEnter = (gained: Gained, service: Service): boolean =>
    pathsOf(service).some((path) => satisfies(gained, service, path));

  /** The factor behind a device: for one that the attacker has registered, the check before it. */
  const origin = ({ registered }: Gained, thing: string): string => {
    const kind = kindIn(thing);
    return mailbox(kind === undefined ? thing : (registered.get(kind) ?? kind));
  };

  /** Factors other than the password: mailboxes, numbers, devices, and proofs of an unlocked browser. */
  const otherFactors = (gained: Gained): readonly string[] => [
    ...holds.filter((thing) => isContact(thing) || isDevice(thing)).map(mailbox),
    ...[...gained.registered.keys()].map((kind) => origin(gained, `registered ${kind}`)),
    ...gained.browser.filter((method) => method !== 'pw').map((method) => `browser ${thingOf(method)}`),
  ];

  /** The password and a factor other than the one that set it; without a password two factors; or a temporary code. */
  const holdsTwo = (gained: Gained): boolean => {
    if (gained.code.isProved) return true;
    const otherThanPassword = otherFactors(gained);
    const first = hasPassword(gained)
      ? passwordThings(gained).map((thing) => origin(gained, thing))
      : otherThanPassword;
    return haveDistinctElements([first, otherThanPassword]);
  };

  /** The password and an identity check, by one factor or two. */
  const passesCheck = (gained: Gained): boolean => {
    const opensPassword = !hasPassword(gained) || passwordThings(gained).length > 0;
    return opensPassword && IDENTITY_METHODS.some((method) => hasNow(gained, method).length > 0);
  };

  const countsAt = ({ methods, second }: Service, kind: Device): boolean =>
    [...methods, ...second].some((name) => thingOf(name) === kind);

  const requiresTwo = (service: Service): boolean =>
    service.second.length > 0 || (service.gate && !ending(service).includes('pw'));

  const hasDeviceFor = ({ registered }: Gained, service: Service): boolean =>
    [...person.devices, ...registered.keys()].some((kind) =>
      (service.second.length > 0 ? service.second : service.methods).some((name) => thingOf(name) === kind),
    );

  /** The proofs that a change of a kind requires at one service at which it counts. */
  const mayChangeAt = (gained: Gained, service: Service, kind: Device, isAddition: boolean): boolean => {
    if (opens(gained, service)) {
      const isFirst = isAddition && requiresTwo(service) && !hasDeviceFor(gained, service);
      return mayEnter(gained, service) && (!isFirst || holdsTwo(gained));
    }
    const isTwo = isAddition && requiresTwo(service) && completes(gained, service, kind);
    return isTwo ? holdsTwo(gained) : passesCheck(gained);
  };

  const provedIn = (gained: Gained): Gained => {
    const code = { ...gained.code, isValid: false };
    return { ...gained, code, remembered: null, browser: gained.isRecent ? gained.browser : [] };
  };
  const mayChange = (gained: Gained, kind: Device, isAddition: boolean): boolean =>
    services
      .filter((service) => countsAt(service, kind))
      .every((service) => mayChangeAt(provedIn(gained), service, kind, isAddition));

  /** A login is enough to prefer a device if it satisfies each service at which the person can sign in (rule 205). */
  const mayPreferByLogin = (gained: Gained, kind: Device): boolean => {
    const now = provedIn(gained);
    return (
      services.some((service) => mayEnter(now, service)) &&
      services.every((service) => !countsAt(service, kind) || !opens(now, service) || mayEnter(now, service))
    );
  };

  return {
    mayEnter,
    /** A device of this kind becomes the person's. */
    mayAdd: (gained: Gained, kind: Device): boolean => mayChange(gained, kind, true),
    /** The person's device of this kind is removed or preferred. */
    mayAlter: (gained: Gained, kind: Device, does: 'remove' | 'prefer'): boolean =>
      mayChange(gained, kind, false) || (does === 'prefer' && mayPreferByLogin(gained, kind)),
    /** A password is reset, or set by the administrator's link. */
    mayReset,
    /** The rules for a new password. */
    level: Math.max(1, ...byPassword.map(({ level }) => level)),
  };
}
