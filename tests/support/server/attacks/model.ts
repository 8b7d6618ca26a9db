import type { Attack, Contact, Device, IdentityMethod, Method, Possession, Service } from './attack.ts';
import { CONTACTS, DEVICES, IDENTITY_METHODS } from './attack.ts';

/** The gains of an attacker in addition to `attackerHas`. */
export type Gains = {
  /** Kinds of the attacker's own devices that are registered for the person, each with the check before it. */
  readonly registered: ReadonlyMap<Device, IdentityMethod | null>;
  /** Kinds of the person's devices that the attacker has removed. */
  readonly removed: ReadonlySet<Device>;
  /** The check after the administrator's link by which the attacker has set the password. */
  readonly linkedBy: IdentityMethod | 'answer' | null;
  /** The proofs of the sign-in in the unlocked browser; empty if there is no such browser. */
  readonly browser: readonly Method[];
  /** Whether that sign-in is not older than 10 minutes. */
  readonly isRecent: boolean;
  /** The service at which this browser is remembered, and the method that the browser replaces. */
  readonly remembered: { readonly at: Service; readonly method: Method } | null;
  /** The temporary code: whether it is still valid, and whether it was used in this browser. */
  readonly code: { readonly isValid: boolean; readonly isProved: boolean };
};

/** The possession that a method uses; codes and pushes come from one app. */
const possessionOf = (method: Method | 'answer'): Possession | 'pw' =>
  method === 'push' ? 'mobileOtp' : method;

const isContact = (name: string): name is Contact => CONTACTS.some((contact) => contact === name);
const isDevice = (name: string): name is Device => DEVICES.some((device) => device === name);

const distinct = <Value>(all: readonly Value[]): readonly Value[] => [...new Set(all)];

/** The methods that end the first step: those after a password gate, or all. */
const endingMethods = ({ hasPasswordGate, methods }: Service): readonly Method[] => {
  const others = methods.filter((method) => method !== 'pw');
  return hasPasswordGate && others.length > 0 ? others : methods;
};

/** Each combination of methods that a sign-in at a service accepts. */
export function methodPathsOf(service: Service): readonly (readonly Method[])[] {
  const { hasPasswordGate, second } = service;
  const firsts = endingMethods(service).map((method): readonly Method[] =>
    hasPasswordGate && method !== 'pw' ? ['pw', method] : [method],
  );
  if (second.length === 0) return firsts;
  return firsts.flatMap((first) =>
    second.filter((name) => !first.includes(name)).map((name) => [...first, name]),
  );
}

/** The kind of a device that an attacker has registered. */
const registeredKind = (thing: string): Device | undefined =>
  DEVICES.find((kind) => thing === `registered ${kind}`);

/** Whether a different element can be chosen from each set. */
function haveDistinctElements(sets: readonly (readonly string[])[], taken: readonly string[] = []): boolean {
  const [first, ...rest] = sets;
  if (!first) return true;
  return first.some((thing) => !taken.includes(thing) && haveDistinctElements(rest, [...taken, thing]));
}

/** Decides what docs/security.md ("Who has what") allows an attacker, by the rules 184, 191, 225, 226, 242 and 252. */
export function judgeOf({ services, person, attackerHas }: Attack) {
  /** Whether there is a password: the person's, or one that the attacker has created by the administrator's link. */
  const hasPassword = ({ linkedBy }: Gains): boolean => person.hasPassword || linkedBy !== null;

  const owns = (gains: Gains, method: Method): boolean => {
    const possession = possessionOf(method);
    if (possession === 'pw') return hasPassword(gains);
    return (
      isContact(possession) ||
      (isDevice(possession) && (person.devices.includes(possession) || gains.registered.has(possession)))
    );
  };
  const opens = (gains: Gains, service: Service): boolean =>
    methodPathsOf(service).some((path) => path.every((method) => owns(gains, method)));

  /** Whether a device of this kind, the remaining devices, a password and codes are enough for a service. */
  const completes = ({ registered, removed }: Gains, service: Service, kind: Device): boolean => {
    const has = (thing: Possession | 'pw'): boolean =>
      thing === 'pw' ||
      isContact(thing) ||
      (isDevice(thing) &&
        (thing === kind || registered.has(thing) || (person.devices.includes(thing) && !removed.has(thing))));
    return methodPathsOf(service).some((path) => path.every((method) => has(possessionOf(method))));
  };

  const byPassword = services.filter(
    ({ hasPasswordGate, methods }) => hasPasswordGate || methods.includes('pw'),
  );
  const accepts = ({ question, resets }: Service, by: IdentityMethod | 'answer'): boolean =>
    by === 'answer' ? question !== 'selfAuth' : question !== 'QnA' && resets.includes(by);

  /** The control of an attacker over a contact or a kind of device. */
  const has = ({ registered, browser }: Gains, name: Possession): readonly string[] => [
    ...attackerHas.filter((thing) => thing === name),
    ...(isDevice(name) && registered.has(name) ? [`registered ${name}`] : []),
    ...(browser.some((method) => possessionOf(method) === name) ? [`browser ${name}`] : []),
  ];
  const hasNow = (gains: Gains, by: IdentityMethod | 'answer'): readonly string[] => {
    const possession = possessionOf(by);
    return possession === 'pw' ? [] : has({ ...gains, browser: [] }, possession);
  };

  const canReset = (gains: Gains, by: IdentityMethod | 'answer'): boolean =>
    hasPassword(gains) && byPassword.every((service) => service.canResetPassword && accepts(service, by));

  /**
   * The administrator's link accepts the checks that every service accepts, also where nobody can reset a password. An
   * answer cannot create a password; if neither answers nor checks are accepted everywhere, checks can change it.
   */
  const opensByLink = (gains: Gains, by: IdentityMethod | 'answer'): boolean => {
    if (!attackerHas.includes('passwordLink') || gains.linkedBy !== null) return false;
    const relevantServices = services.filter((service, index) => index === 0 || byPassword.includes(service));
    const areAnswersAccepted = relevantServices.every(({ question }) => question !== 'selfAuth');
    const areChecksAccepted = relevantServices.every(({ question }) => question !== 'QnA');
    if (by === 'answer') return person.hasPassword && areAnswersAccepted;
    const isAllowed = relevantServices.every(({ resets }) => resets.includes(by));
    return isAllowed && (!person.hasPassword || areChecksAccepted || !areAnswersAccepted);
  };

  const mayReset = (gains: Gains, by: IdentityMethod | 'answer'): boolean =>
    hasNow(gains, by).length > 0 && (canReset(gains, by) || opensByLink(gains, by));

  /** The factors that give access to the password: the password itself, or those that reset it. */
  const passwordPossessions = (gains: Gains): readonly string[] => [
    ...attackerHas.filter((thing) => thing === 'password'),
    ...[...IDENTITY_METHODS, 'answer' as const]
      .filter((by) => by === gains.linkedBy || mayReset(gains, by))
      .flatMap((by) => hasNow(gains, by)),
  ];

  /** The possessions by which an attacker can use a method. */
  const possessionsFor = (gains: Gains, name: Possession | 'pw'): readonly string[] => {
    if (name === 'pw')
      return [...passwordPossessions(gains), ...(gains.browser.includes('pw') ? ['browser pw'] : [])];
    if (name !== 'emergencyCode') return has(gains, name);
    return gains.code.isValid || gains.code.isProved ? [name] : [];
  };

  /** Two mails to one mailbox are one channel. */
  const mailbox = (thing: string): string =>
    person.hasOneMailbox && thing === 'privateMail' ? 'internalMail' : thing;

  /** Whether the person could sign in without this mailbox, number or device. */
  const opensWithout = (gains: Gains, service: Service, without: string): boolean =>
    methodPathsOf(service).some((path) =>
      path.every((method) => owns(gains, method) && mailbox(possessionOf(method)) !== mailbox(without)),
    );

  /**
   * Whether an attacker has as many independent factors as a combination of methods requires. A mailbox or phone that
   * has set the password counts twice if the person has no other factor for a sign-in.
   */
  const satisfies = (gains: Gains, service: Service, path: readonly Method[]): boolean => {
    const names = distinct(path.map(possessionOf));
    const { remembered } = gains;
    const cookieFor = (name: Possession | 'pw'): readonly string[] =>
      remembered?.at === service &&
      path.at(-1) === remembered.method &&
      name === possessionOf(remembered.method)
        ? ['cookie']
        : [];
    const possessionsOrCookie = (name: Possession | 'pw') => [
      ...possessionsFor(gains, name),
      ...cookieFor(name),
    ];
    const others = names.filter((name) => name !== 'pw').map(possessionsOrCookie);
    if (!names.includes('pw')) return haveDistinctElements(others);
    return possessionsOrCookie('pw').some((opener) => {
      const isOther = (thing: string): boolean => mailbox(thing) !== mailbox(opener);
      if (haveDistinctElements(others.map((things) => things.filter(isOther)))) return true;
      const isBoth = others.some((things) => things.some((thing) => !isOther(thing)));
      return (
        isBoth &&
        haveDistinctElements(others) &&
        !opensWithout(gains, service, registeredKind(opener) ?? opener)
      );
    });
  };

  const mayEnter = (gains: Gains, service: Service): boolean =>
    methodPathsOf(service).some((path) => satisfies(gains, service, path));

  /** The factor behind a device: for one that the attacker has registered, the check before it. */
  const origin = ({ registered }: Gains, thing: string): string => {
    const kind = registeredKind(thing);
    return mailbox(kind === undefined ? thing : (registered.get(kind) ?? kind));
  };

  /** Factors other than the password: mailboxes, numbers, devices, and proofs of an unlocked browser. */
  const otherFactors = (gains: Gains): readonly string[] => [
    ...attackerHas.filter((thing) => isContact(thing) || isDevice(thing)).map(mailbox),
    ...[...gains.registered.keys()].map((kind) => origin(gains, `registered ${kind}`)),
    ...gains.browser.filter((method) => method !== 'pw').map((method) => `browser ${possessionOf(method)}`),
  ];

  /** Whether there are the password and a factor other than the one that set it, or two factors without a password, or a temporary code. */
  const hasTwoFactors = (gains: Gains): boolean => {
    if (gains.code.isProved) return true;
    const otherThanPassword = otherFactors(gains);
    const first = hasPassword(gains)
      ? passwordPossessions(gains).map((thing) => origin(gains, thing))
      : otherThanPassword;
    return haveDistinctElements([first, otherThanPassword]);
  };

  /** Whether the attacker has the password and passes an identity check, by one factor or two. */
  const passesCheck = (gains: Gains): boolean => {
    const opensPassword = !hasPassword(gains) || passwordPossessions(gains).length > 0;
    return opensPassword && IDENTITY_METHODS.some((method) => hasNow(gains, method).length > 0);
  };

  const countsAt = ({ methods, second }: Service, kind: Device): boolean =>
    [...methods, ...second].some((name) => possessionOf(name) === kind);

  const requiresTwo = (service: Service): boolean =>
    service.second.length > 0 || (service.hasPasswordGate && !endingMethods(service).includes('pw'));

  const hasDeviceFor = ({ registered }: Gains, service: Service): boolean =>
    [...person.devices, ...registered.keys()].some((kind) =>
      (service.second.length > 0 ? service.second : service.methods).some(
        (name) => possessionOf(name) === kind,
      ),
    );

  /** Whether the attacker may change a device of a kind, as one service that accepts this kind decides. */
  const mayChangeAt = (gains: Gains, service: Service, kind: Device, isAddition: boolean): boolean => {
    if (opens(gains, service)) {
      const isFirst = isAddition && requiresTwo(service) && !hasDeviceFor(gains, service);
      return mayEnter(gains, service) && (!isFirst || hasTwoFactors(gains));
    }
    const isTwo = isAddition && requiresTwo(service) && completes(gains, service, kind);
    return isTwo ? hasTwoFactors(gains) : passesCheck(gains);
  };

  const afterSignIn = (gains: Gains): Gains => {
    const code = { ...gains.code, isValid: false };
    return { ...gains, code, remembered: null, browser: gains.isRecent ? gains.browser : [] };
  };
  const mayChange = (gains: Gains, kind: Device, isAddition: boolean): boolean =>
    services
      .filter((service) => countsAt(service, kind))
      .every((service) => mayChangeAt(afterSignIn(gains), service, kind, isAddition));

  /** A login is enough to prefer a device if it satisfies each service at which the person can sign in (rule 205). */
  const mayPreferByLogin = (gains: Gains, kind: Device): boolean => {
    const now = afterSignIn(gains);
    return (
      services.some((service) => mayEnter(now, service)) &&
      services.every((service) => !countsAt(service, kind) || !opens(now, service) || mayEnter(now, service))
    );
  };

  return {
    mayEnter,
    /** Whether the attacker may register a device of this kind for the person. */
    mayAdd: (gains: Gains, kind: Device): boolean => mayChange(gains, kind, true),
    /** Whether the attacker may remove or prefer the person's device of this kind. */
    mayRemoveOrPrefer: (gains: Gains, kind: Device, does: 'remove' | 'prefer'): boolean =>
      mayChange(gains, kind, false) || (does === 'prefer' && mayPreferByLogin(gains, kind)),
    /** Whether the attacker may reset the password, or set it by the administrator's link. */
    mayReset,
    /** The level of a new password. */
    level: Math.max(1, ...byPassword.map(({ level }) => level)),
  };
}
