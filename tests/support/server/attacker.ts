import fc from 'fast-check';

/** What a code is sent to, of the person and maybe of the attacker. */
export type Contact = 'sms' | 'internalMail';
type Thing = Contact | 'password' | 'key';
type Kind = 'password' | 'passwordOrKey' | 'key' | 'twoSteps';
/** A service by its policy and the ways of a reset. */
export type Drawn = {
  readonly kind: Kind;
  /** What the second step takes. */
  readonly second: readonly (Contact | 'yubikey')[];
  readonly checks: readonly Contact[];
  readonly resets: readonly Contact[];
};
/** A call, or several that a page makes one after the other; `anew` in another browser. */
export type Action = {
  readonly does: 'reset' | 'register' | 'remove' | 'default' | 'signIn';
  readonly at: number;
  readonly by: Contact;
  readonly with: Contact | 'yubikey';
  readonly anew: boolean;
};
/**
 * Services of different strength, a person, and an attacker who holds some of what is theirs. The attacker owns a
 * YubiKey in stock, too, which they try to make the person's.
 */
export type Case = {
  readonly services: readonly Drawn[];
  readonly hasKey: boolean;
  readonly holds: readonly Thing[];
  readonly actions: readonly Action[];
};

export const CONTACTS = ['sms', 'internalMail'] as const;
const MANY = 1_000_000;

const service = fc.record<Drawn>({
  kind: fc.constantFrom('password', 'passwordOrKey', 'key', 'twoSteps'),
  second: fc.subarray([...CONTACTS, 'yubikey'], { minLength: 1 }),
  checks: fc.subarray([...CONTACTS], { minLength: 1 }),
  resets: fc.subarray([...CONTACTS]),
});
const action = fc.record<Action>({
  does: fc.constantFrom('reset', 'register', 'remove', 'default', 'signIn'),
  at: fc.nat(3),
  by: fc.constantFrom(...CONTACTS),
  with: fc.constantFrom(...CONTACTS, 'yubikey'),
  anew: fc.boolean(),
});
/** Any such case. */
export const drawn = fc.record<Case>({
  services: fc.array(service, { minLength: 2, maxLength: 4 }),
  hasKey: fc.boolean(),
  holds: fc.subarray(['sms', 'internalMail', 'password', 'key'], { maxLength: 2 }),
  actions: fc.array(action, { minLength: 3, maxLength: 10 }),
});

const METHODS = { password: ['pw'], passwordOrKey: ['pw', 'yubikey'], key: ['yubikey'], twoSteps: ['pw'] };

/** The configuration of such services; nobody enters those of the demonstration. */
export const fileOf = (services: readonly Drawn[]) => ({
  passwordRules: 'strictest',
  clients: services.map(({ resets }, index) => ({
    clientId: `s${index}`,
    redirectUris: [`https://s${index}.example/cb`],
    serviceName: { ko: `s${index}`, en: `s${index}` },
    passwordSecurity: Object.fromEntries([...CONTACTS].map((way) => [way, resets.includes(way)])),
  })),
  policies: [
    { id: 'standard', enabled: false, authType: 'other', methods: ['pw'] },
    ...services.map(({ kind, second, checks }, index) => ({
      id: `s${index}`,
      clients: [`s${index}`],
      authType: kind === 'twoSteps' ? 'other' : 'otp',
      methods: METHODS[kind],
      ...(kind === 'twoSteps' && {
        secondAuth: true,
        secondTokenPriority: Object.fromEntries(second.map((name, rank) => [name, rank + 1])),
      }),
      selfAuth: checks,
      management: true,
    })),
  ],
  lock: { maxFailures: 1_000 },
  limits: {
    failuresPerMinute: MANY,
    sends: { perAccount: MANY, perAddress: MANY, perSession: MANY },
    identitySends: { perPerson: MANY },
  },
});

const takesKey = ({ kind, second }: Drawn): boolean =>
  kind === 'twoSteps' ? second.includes('yubikey') : kind !== 'password';

/**
 * Whether an attacker may get in, by what the policy names. Two steps want two things; a phone or mailbox that resets
 * the password is one thing of two only where the policy ranks it and the person has nothing else for it.
 */
export function mayEnter({ services, hasKey, holds }: Case, { kind, second }: Drawn): boolean {
  const holdsKey = hasKey && holds.includes('key');
  const resetBy = CONTACTS.filter(
    (way) => holds.includes(way) && services.some(({ resets }) => resets.includes(way)),
  );
  const opensPassword = holds.includes('password') || resetBy.length > 0;
  if (kind === 'password') return opensPassword;
  if (kind === 'passwordOrKey') return opensPassword || holdsKey;
  if (kind === 'key') return hasKey ? holdsKey : opensPassword;
  const owned = second.filter((name) => name !== 'yubikey' || hasKey);
  const [only] = owned;
  const isOnlyThing = owned.length === 1 && resetBy.some((way) => way === only);
  const isHeld = owned.some((name) => (name === 'yubikey' ? holdsKey : holds.includes(name)));
  if (owned.length === 0) return holds.length >= 2;
  return opensPassword && isHeld && (holds.length >= 2 || isOnlyThing);
}

/** Whether the attacker could have taken the key as its owner may: they enter every service that needs it. */
export const mayTakeKey = (drawn: Case): boolean =>
  drawn.services.filter(takesKey).every((one) => mayEnter(drawn, one));
