/** Contacts to which codes are sent. */
export const CONTACTS = ['sms', 'internalMail', 'privateMail'] as const;
export type Contact = (typeof CONTACTS)[number];

/** The kinds of factors that a person registers; `mobileOtp` is the app. */
export const DEVICES = ['hwOtp', 'yubikey', 'mobileOtp', 'fido2Token'] as const;
export type Device = (typeof DEVICES)[number];

export type Method = 'pw' | Contact | Device | 'push' | 'emergencyCode';

/** Methods of the identity check. */
export const IDENTITY_METHODS = [...CONTACTS, 'mobileOtp', 'push'] as const;
export type IdentityMethod = (typeof IDENTITY_METHODS)[number];

/**
 * Items that an administrator has issued to a person: a link that creates or changes a password at the first service, a
 * link that registers an app, and a temporary code.
 */
export const ISSUED_ITEMS = ['passwordLink', 'appLink', 'emergencyCode'] as const;

/** The factors and issued items of a person that an attacker may have. */
export type Possession = Contact | Device | 'password' | 'answer' | (typeof ISSUED_ITEMS)[number];

/** A service: the requirements of the policy, and how a person resets a forgotten password. */
export type Service = {
  /** Whether the password is required before every other method. */
  readonly hasPasswordGate: boolean;
  readonly methods: readonly Method[];
  /** The methods of the second step; empty if there is no second step. */
  readonly second: readonly Method[];
  /** Whether a remembered browser may skip the second step. */
  readonly canRememberBrowser: boolean;
  /** The methods of an identity check before a registration. */
  readonly checks: readonly IdentityMethod[];
  /** The methods of an identity check before a password reset. */
  readonly resets: readonly IdentityMethod[];
  /** Whether a password reset requires an identity check, an answer, or one of both. */
  readonly question: 'selfAuthOrQnA' | 'selfAuth' | 'QnA';
  readonly canResetPassword: boolean;
  /** The level of the password rules. */
  readonly level: 1 | 2 | 3;
};

export type Person = {
  readonly hasPassword: boolean;
  readonly devices: readonly Device[];
  /** Whether both mail addresses belong to one mailbox. */
  readonly hasOneMailbox: boolean;
};

/**
 * An act of an attacker, with the calls of a page. `reset` resets the password. `link` opens the administrator's link for a
 * password, passes the check and sets the password. `open` passes the password and an identity check; `add`, `remove`,
 * `prefer` (make a device the default) and `requestAppLink` use the token of that check. `installApp` registers an app with
 * the requested link or with the administrator's link. `first` takes only the first step of a sign-in, and `signIn` takes
 * both steps. `newBrowser` changes to a new browser, `unlocked` to the browser that the person has left unlocked, and
 * `cookie` to a browser that has only the cookie of the remembered browser. `wait` waits until a sign-in is not recent.
 */
export type Act = {
  readonly does:
    | 'reset'
    | 'link'
    | 'open'
    | 'add'
    | 'requestAppLink'
    | 'installApp'
    | 'remove'
    | 'prefer'
    | 'first'
    | 'signIn'
    | 'newBrowser'
    | 'unlocked'
    | 'cookie'
    | 'wait';
  /** The index of the service, modulo the number of services. */
  readonly at: number;
  /** The check that the attacker passes. */
  readonly by: IdentityMethod | 'answer';
  /** The kind of the device that the attacker adds, removes or prefers. */
  readonly kind: Device;
  /** The method of the first step of a sign-in. */
  readonly first: Method;
  /** The method of the second step of a sign-in. */
  readonly second: Method;
};

/**
 * An attack: services of different strength, a person, and an attacker with some of the person's factors, issued items
 * and the attacker's own devices. `unlocked` is the index of the service at which the person has just signed in, in a
 * browser that the attacker can use; this browser is remembered if the service allows that.
 */
export type Attack = {
  readonly services: readonly Service[];
  readonly person: Person;
  readonly attackerHas: readonly Possession[];
  readonly unlocked: number | null;
  readonly acts: readonly Act[];
};

const UNREACHABLE_LIMIT = 1_000_000;

/** Limits so high that no attack reaches them. */
const LIMITS = {
  lock: { maxFailures: 1_000 },
  limits: {
    failuresPerMinute: UNREACHABLE_LIMIT,
    sends: { perAccount: UNREACHABLE_LIMIT, perAddress: UNREACHABLE_LIMIT, perSession: UNREACHABLE_LIMIT },
    identitySends: { perPerson: UNREACHABLE_LIMIT },
  },
};

export const clientIdOf = (index: number): string => `s${index}`;

/** The configuration of the services; the services of the demonstration accept no sign-in. */
export const configFileOf = (services: readonly Service[]) => ({
  passwordRules: 'strictest',
  clients: services.map(({ resets, question, canResetPassword, level }, index) => ({
    clientId: clientIdOf(index),
    redirectUris: [`https://${clientIdOf(index)}.example/cb`],
    serviceName: { ko: clientIdOf(index), en: clientIdOf(index) },
    passwordSecurity: {
      ...Object.fromEntries(IDENTITY_METHODS.map((method) => [method, resets.includes(method)])),
      selfAuthMethodWhenPwChange: question,
      provideAuthPortalPwChange: canResetPassword,
      level,
    },
  })),
  policies: [
    { id: 'standard', enabled: false, authType: 'other', methods: ['pw'] },
    ...services.map(({ hasPasswordGate, methods, second, canRememberBrowser, checks }, index) => ({
      id: clientIdOf(index),
      clients: [clientIdOf(index)],
      authType: hasPasswordGate ? 'other' : 'otp',
      methods,
      ...(second.length > 0 && {
        secondAuth: true,
        ...(canRememberBrowser && { rememberBrowserDays: 30 }),
        secondTokenPriority: Object.fromEntries(second.map((name, rank) => [name, Math.min(rank + 1, 5)])),
      }),
      selfAuth: checks,
      cubeLogin: ['offline', 'sms'],
      management: true,
    })),
  ],
  ...LIMITS,
});
