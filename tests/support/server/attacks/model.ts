import type { Attack, Contact, Device, IdentityMethod, Method, Possession, Service } from './attack.ts';
import { CONTACTS, DEVICES, IDENTITY_METHODS } from './attack.ts';

/** The gains of an attacker in addition to `attackerHas`. */
export type Gains = {
  /** The kinds of the attacker's devices that are registered for the person, each with the check that was passed before the registration. */
  readonly registered: ReadonlyMap<Device, IdentityMethod | null>;
  /** Kinds of the person's devices that the attacker has removed. */
  readonly removed: ReadonlySet<Device>;
  /** The check that the attacker has passed to set the password with the administrator's link; null without such a password. */
  readonly linkedBy: IdentityMethod | 'answer' | null;
  /** The proofs of the sign-in in the unlocked browser; empty if there is no such browser. */
  readonly browser: readonly Method[];
  /** Whether the sign-in in the unlocked browser is not older than 10 minutes. */
  readonly isRecent: boolean;
  /** The service that remembers the current browser, and the method that the browser replaces; null for no service. */
  readonly remembered: { readonly at: Service; readonly method: Method } | null;
  /** The temporary code: whether it is still valid, and whether it was used in this browser. */
  readonly code: { readonly isValid: boolean; readonly isProved: boolean };
};

/** The possession that a method uses. Codes and pushes use the same app. */
const possessionOf = (method: Method | 'answer'): Possession | 'pw' =>
  method === 'push' ? 'mobileOtp' : method;

const isContact = (name: string): name is Contact => CONTACTS.some((contact) => contact === name);
const isDevice = (name: string): name is Device => DEVICES.some((device) => device === name);

const distinct = <Value>(all: readonly Value[]): readonly Value[] => [...new Set(all)];

/** The methods that finish the first step: the methods after the password gate, or all methods if there is no gate. */
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

/** The kind of a device that an attacker has registered; undefined for any other possession. */
const registeredKind = (possession: string): Device | undefined =>
  DEVICES.find((kind) => possession === `registered ${kind}`);

/** Whether a different element can be chosen from each set. */
function haveDistinctElements(sets: readonly (readonly string[])[], taken: readonly string[] = []): boolean {
  const [first, ...rest] = sets;
  if (!first) return true;
  return first.some(
    (possession) => !taken.includes(possession) && haveDistinctElements(rest, [...taken, possession]),
  );
}

/**
 * Returns functions that decide whether an attacker may do something, according to docs/security.md ("What an attacker
 * needs") and the rules 184, 191, 225, 226, 242 and 252.
 */
export function permissionsOf({ services, person, attackerHas }: Attack) {
  /** Whether the person has a password, which may be created by the attacker with the administrator's link. */
  const hasPassword = ({ linkedBy }: Gains): boolean => person.hasPassword || linkedBy !== null;

  /** Whether the person could use a method; the attacker's registered devices count. */
  const owns = (gains: Gains, method: Method): boolean => {
    const possession = possessionOf(method);
    if (possession === 'pw') return hasPassword(gains);
    return (
      isContact(possession) ||
      (isDevice(possession) && (person.devices.includes(possession) || gains.registered.has(possession)))
    );
  };
  /** Whether the person could sign in at a service. */
  const canPersonSignIn = (gains: Gains, service: Service): boolean =>
    methodPathsOf(service).some((path) => path.every((method) => owns(gains, method)));

  /** Whether a device of this kind, together with the remaining devices, a password and codes, is enough for a sign-in. */
  const completesSignIn = ({ registered, removed }: Gains, service: Service, kind: Device): boolean => {
    const has = (possession: Possession | 'pw'): boolean =>
      possession === 'pw' ||
      isContact(possession) ||
      (isDevice(possession) &&
        (possession === kind ||
          registered.has(possession) ||
          (person.devices.includes(possession) && !removed.has(possession))));
    return methodPathsOf(service).some((path) => path.every((method) => has(possessionOf(method))));
  };

  /** The services at which a password is used. */
  const passwordServices = services.filter(
    ({ hasPasswordGate, methods }) => hasPasswordGate || methods.includes('pw'),
  );
  /** Whether a service accepts a check before a password reset. */
  const accepts = ({ question, resets }: Service, by: IdentityMethod | 'answer'): boolean =>
    by === 'answer' ? question !== 'selfAuth' : question !== 'QnA' && resets.includes(by);

  /** The attacker's possessions with which a contact or a kind of device can be used. */
  const has = ({ registered, browser }: Gains, name: Possession): readonly string[] => [
    ...attackerHas.filter((possession) => possession === name),
    ...(isDevice(name) && registered.has(name) ? [`registered ${name}`] : []),
    ...(browser.some((method) => possessionOf(method) === name) ? [`browser ${name}`] : []),
  ];
  /** The attacker's possessions with which a check can be passed now. */
  const hasNow = (gains: Gains, by: IdentityMethod | 'answer'): readonly string[] => {
    const possession = possessionOf(by);
    return possession === 'pw' ? [] : has({ ...gains, browser: [] }, possession);
  };

  /** Whether the services allow a password reset after this check. */
  const canReset = (gains: Gains, by: IdentityMethod | 'answer'): boolean =>
    hasPassword(gains) &&
    passwordServices.every((service) => service.canResetPassword && accepts(service, by));

  /**
   * Whether the attacker can set the password with the administrator's link after this check. The link accepts the checks
   * that every service accepts, even if a service allows no password reset. An answer cannot create a password. If some
   * services accept only answers and others only checks, checks can change the password.
   */
  const canSetByLink = (gains: Gains, by: IdentityMethod | 'answer'): boolean => {
    if (!attackerHas.includes('passwordLink') || gains.linkedBy !== null) return false;
    const relevantServices = services.filter(
      (service, index) => index === 0 || passwordServices.includes(service),
    );
    const areAnswersAccepted = relevantServices.every(({ question }) => question !== 'selfAuth');
    const areChecksAccepted = relevantServices.every(({ question }) => question !== 'QnA');
    if (by === 'answer') return person.hasPassword && areAnswersAccepted;
    const isAllowed = relevantServices.every(({ resets }) => resets.includes(by));
    return isAllowed && (!person.hasPassword || areChecksAccepted || !areAnswersAccepted);
  };

  const mayReset = (gains: Gains, by: IdentityMethod | 'answer'): boolean =>
    hasNow(gains, by).length > 0 && (canReset(gains, by) || canSetByLink(gains, by));

  /** The attacker's possessions that give access to the password: the password itself, or factors that reset the password. */
  const passwordPossessions = (gains: Gains): readonly string[] => [
    ...attackerHas.filter((possession) => possession === 'password'),
    ...[...IDENTITY_METHODS, 'answer' as const]
      .filter((by) => by === gains.linkedBy || mayReset(gains, by))
      .flatMap((by) => hasNow(gains, by)),
  ];

  /** The attacker's possessions with which a method can be used. */
  const possessionsFor = (gains: Gains, name: Possession | 'pw'): readonly string[] => {
    if (name === 'pw')
      return [...passwordPossessions(gains), ...(gains.browser.includes('pw') ? ['browser pw'] : [])];
    if (name !== 'emergencyCode') return has(gains, name);
    return gains.code.isValid || gains.code.isProved ? [name] : [];
  };

  /** The name of a possession; the same name for two mail addresses of the same mailbox. */
  const mailbox = (possession: string): string =>
    person.hasOneMailbox && possession === 'privateMail' ? 'internalMail' : possession;

  /** Whether the person could sign in without this mailbox, number or device. */
  const canSignInWithout = (gains: Gains, service: Service, without: string): boolean =>
    methodPathsOf(service).some((path) =>
      path.every((method) => owns(gains, method) && mailbox(possessionOf(method)) !== mailbox(without)),
    );

  /**
   * Whether an attacker has as many independent factors as a combination of methods requires. A mailbox or phone that has
   * set the password counts as two factors if the person has no other factor for a sign-in.
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
    return possessionsOrCookie('pw').some((passwordFactor) => {
      const isOther = (possession: string): boolean => mailbox(possession) !== mailbox(passwordFactor);
      if (haveDistinctElements(others.map((possessions) => possessions.filter(isOther)))) return true;
      const isUsedTwice = others.some((possessions) =>
        possessions.some((possession) => !isOther(possession)),
      );
      return (
        isUsedTwice &&
        haveDistinctElements(others) &&
        !canSignInWithout(gains, service, registeredKind(passwordFactor) ?? passwordFactor)
      );
    });
  };

  /** Whether the attacker may sign in at a service. */
  const maySignIn = (gains: Gains, service: Service): boolean =>
    methodPathsOf(service).some((path) => satisfies(gains, service, path));

  /** The factor that a possession depends on: for a device that the attacker has registered, the check before the registration. */
  const originalFactor = ({ registered }: Gains, possession: string): string => {
    const kind = registeredKind(possession);
    return mailbox(kind === undefined ? possession : (registered.get(kind) ?? kind));
  };

  /** Factors other than the password: mailboxes, numbers, devices, and proofs of an unlocked browser. */
  const otherFactors = (gains: Gains): readonly string[] => [
    ...attackerHas.filter((possession) => isContact(possession) || isDevice(possession)).map(mailbox),
    ...[...gains.registered.keys()].map((kind) => originalFactor(gains, `registered ${kind}`)),
    ...gains.browser.filter((method) => method !== 'pw').map((method) => `browser ${possessionOf(method)}`),
  ];

  /** Whether the attacker has a temporary code, or the password and an independent factor, or two factors if there is no password. */
  const hasTwoFactors = (gains: Gains): boolean => {
    if (gains.code.isProved) return true;
    const otherThanPassword = otherFactors(gains);
    const first = hasPassword(gains)
      ? passwordPossessions(gains).map((possession) => originalFactor(gains, possession))
      : otherThanPassword;
    return haveDistinctElements([first, otherThanPassword]);
  };

  /** Whether the attacker has the password and can pass an identity check; one factor can be enough for both. */
  const passesCheck = (gains: Gains): boolean => {
    const hasAccessToPassword = !hasPassword(gains) || passwordPossessions(gains).length > 0;
    return hasAccessToPassword && IDENTITY_METHODS.some((method) => hasNow(gains, method).length > 0);
  };

  /** Whether a service accepts a kind of device. */
  const acceptsDevice = ({ methods, second }: Service, kind: Device): boolean =>
    [...methods, ...second].some((name) => possessionOf(name) === kind);

  /** Whether a service requires two methods. */
  const requiresTwoMethods = (service: Service): boolean =>
    service.second.length > 0 || (service.hasPasswordGate && !endingMethods(service).includes('pw'));

  /** Whether a device for a service is registered. */
  const hasDeviceFor = ({ registered }: Gains, service: Service): boolean =>
    [...person.devices, ...registered.keys()].some((kind) =>
      (service.second.length > 0 ? service.second : service.methods).some(
        (name) => possessionOf(name) === kind,
      ),
    );

  /** Whether one service that accepts this kind of device allows the attacker to change a device. */
  const mayChangeAt = (gains: Gains, service: Service, kind: Device, isAddition: boolean): boolean => {
    if (canPersonSignIn(gains, service)) {
      const isFirst = isAddition && requiresTwoMethods(service) && !hasDeviceFor(gains, service);
      return maySignIn(gains, service) && (!isFirst || hasTwoFactors(gains));
    }
    const needsTwoFactors =
      isAddition && requiresTwoMethods(service) && completesSignIn(gains, service, kind);
    return needsTwoFactors ? hasTwoFactors(gains) : passesCheck(gains);
  };

  /** The gains that remain after a sign-in, which uses the temporary code up. */
  const afterSignIn = (gains: Gains): Gains => {
    const code = { ...gains.code, isValid: false };
    return { ...gains, code, remembered: null, browser: gains.isRecent ? gains.browser : [] };
  };
  /** Whether all services that accept this kind of device allow the attacker to change a device. */
  const mayChange = (gains: Gains, kind: Device, isAddition: boolean): boolean =>
    services
      .filter((service) => acceptsDevice(service, kind))
      .every((service) => mayChangeAt(afterSignIn(gains), service, kind, isAddition));

  /** Whether a login is enough to prefer a device: the login has to satisfy every service that accepts the device (rule 205). */
  const mayPreferByLogin = (gains: Gains, kind: Device): boolean => {
    const now = afterSignIn(gains);
    return (
      services.some((service) => maySignIn(now, service)) &&
      services.every(
        (service) =>
          !acceptsDevice(service, kind) || !canPersonSignIn(now, service) || maySignIn(now, service),
      )
    );
  };

  return {
    maySignIn,
    /** Whether the attacker may register a device of this kind for the person. */
    mayAdd: (gains: Gains, kind: Device): boolean => mayChange(gains, kind, true),
    /** Whether the attacker may remove or prefer the person's device of this kind. */
    mayRemoveOrPrefer: (gains: Gains, kind: Device, does: 'remove' | 'prefer'): boolean =>
      mayChange(gains, kind, false) || (does === 'prefer' && mayPreferByLogin(gains, kind)),
    /** Whether the attacker may reset the password, or set the password with the administrator's link. */
    mayReset,
    /** The level of the rules that a new password has to satisfy. */
    level: Math.max(1, ...passwordServices.map(({ level }) => level)),
  };
}
