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
 * Items that an administrator has issued to a person: a link by which a password is created or changed at the first
 * service, a link by which an app is registered, and a temporary code.
 */
export const ISSUED = ['passwordLink', 'appLink', 'emergencyCode'] as const;

/** The factors and issued items of a person that an attacker may have. */
export type Possession = Contact | Device | 'password' | 'answer' | (typeof ISSUED)[number];

/** A service: the requirements of its policy, and how a forgotten password is reset there. */
export type Service = {
  /** The password is required before each of the other methods. */
  readonly hasPasswordGate: boolean;
  readonly methods: readonly Method[];
  /** Methods of the second step; empty when there is none. */
  readonly second: readonly Method[];
  /** People may have a remembered browser skip the second step. */
  readonly canRememberBrowser: boolean;
  readonly checks: readonly IdentityMethod[];
  readonly resets: readonly IdentityMethod[];
  readonly question: 'selfAuthOrQnA' | 'selfAuth' | 'QnA';
  readonly canResetPassword: boolean;
  readonly level: 1 | 2 | 3;
};

export type Person = {
  readonly hasPassword: boolean;
  readonly devices: readonly Device[];
  /** Both mail addresses lead to one mailbox. */
  readonly hasOneMailbox: boolean;
};

/**
 * An act of an attacker, by the calls of a page. `link` opens the administrator's link and passes its check. `open`
 * passes the password and an identity check; `add`, `remove`, `prefer` and `askApp` (requests a link for an app) use the
 * token of that check. `installApp` registers an app by such a link or that of the administrator. `first` is the first
 * step without the second. `unlocked` changes to the browser that the person has left unlocked, and `cookie` to a browser
 * that has only the cookie of the remembered browser.
 */
export type Act = {
  readonly does:
    | 'reset'
    | 'link'
    | 'open'
    | 'add'
    | 'askApp'
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
  readonly by: IdentityMethod | 'answer';
  readonly kind: Device;
  readonly first: Method;
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

const MANY = 1_000_000;

/** Limits so high that no attack reaches them. */
const LIMITS = {
  lock: { maxFailures: 1_000 },
  limits: {
    failuresPerMinute: MANY,
    sends: { perAccount: MANY, perAddress: MANY, perSession: MANY },
    identitySends: { perPerson: MANY },
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
