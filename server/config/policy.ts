import * as v from 'valibot';
import { WIRE_METHODS, type WireMethod } from '#wire/methods.ts';
import { networkMatcher } from './network-range.ts';
import { hours, period, text, wholeNumber, withDescription } from './values.ts';

/** The authMethod keys of spec section 3, as on the wire. */
export const METHOD_KEYS = WIRE_METHODS;
export type MethodKey = WireMethod;

export const SELF_AUTH_KEYS = ['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'] as const;
export type SelfAuthKey = (typeof SELF_AUTH_KEYS)[number];
export const CUBE_LOGIN_KEYS = ['sms', 'qrCode', 'offline'] as const;

const network = v.pipe(
  v.string(),
  v.check(
    (value) => networkMatcher(value) !== null,
    'must be an address, or a network such as 203.0.113.0/24 or 2001:db8::/32',
  ),
);

const rank = v.pipe(wholeNumber(1), v.maxValue(5, 'must be at most 5'));

const methodRank = withDescription(
  rank,
  'Rank in the second step, 1 (first) to 5 (last); without one the method is not used there.',
);

/** Names of the second-step priority: the authMethod keys and `qrCode` (rule 101). */
const priorities = v.strictObject(
  v.entriesFromList([...METHOD_KEYS, 'qrCode'] as const, v.optional(methodRank)),
);

/**
 * A policy. Without `users`, `groups` and `clients` it applies to everyone at every service. Policies that name the user
 * come first, then policies that name a group, then all others. Within each of these, policies that name the client come
 * first; otherwise the order of the file counts.
 */
export const policy = v.strictObject({
  id: v.pipe(
    text,
    v.regex(/^[\w-]+$/, 'may contain letters, digits, _ and - only'),
    v.description('Name of the policy, used only in logs.'),
  ),
  enabled: v.optional(
    v.pipe(v.boolean(), v.description('Off: people to whom it applies cannot sign in (016).')),
    true,
  ),
  clients: v.optional(
    v.pipe(
      v.array(text),
      v.description(
        'Services at which it applies; all by default. `federation:NAME` means all services of a federation.',
      ),
    ),
  ),
  users: v.optional(
    v.pipe(v.array(text), v.description('IDs of the people to whom it applies; everybody by default.')),
  ),
  groups: v.optional(
    v.pipe(
      v.array(text),
      v.description(
        'Groups whose members it applies to, in addition to `users`; case and width are ignored.',
      ),
    ),
  ),
  period: v.optional(
    withDescription(
      period,
      'Days on which the people to whom it applies may sign in (else 016_2); always by default.',
    ),
  ),
  hours: v.optional(
    withDescription(
      hours,
      'Hours in which the people to whom it applies may sign in (else 016_3); always by default.',
    ),
  ),
  networks: v.optional(
    v.pipe(
      v.array(network),
      v.minLength(1, 'must name at least one network'),
      v.description(
        'Networks from which the people to whom it applies may sign in (else 002_2), such as 203.0.113.0/24; any by default.',
      ),
    ),
  ),
  authType: v.pipe(
    v.picklist(['otp', 'other']),
    v.description('otp: the person chooses a method first; other: the password comes first.'),
  ),
  methods: v.pipe(
    v.array(v.picklist(METHOD_KEYS)),
    v.minLength(1, 'must allow at least one method'),
    v.description('Methods of the first step.'),
  ),
  secondAuth: v.optional(v.pipe(v.boolean(), v.description('A second step is required.')), false),
  selfAuth: v.optional(
    v.pipe(
      v.array(v.picklist(SELF_AUTH_KEYS)),
      v.description(
        'Methods of the identity check before a registration; without one nothing can be registered.',
      ),
    ),
    [],
  ),
  cubeLogin: v.optional(
    v.pipe(v.array(v.picklist(CUBE_LOGIN_KEYS)), v.description('How the mobile app can be registered.')),
    [],
  ),
  appOtp: v.optional(
    withDescription(
      v.strictObject({
        standard: v.optional(
          withDescription(
            v.boolean(),
            'Any authenticator app of RFC 6238 may be registered instead of the mobile app, where the policy allows mobileOtp: it shows codes, and has no pushes and no QR login.',
          ),
          false,
        ),
      }),
      'Which apps may show one-time passwords.',
    ),
    {},
  ),
  secondTokenPriority: v.optional(
    v.pipe(
      priorities,
      v.description(
        'Tokens of the second step by rank, 1 first; a service may request them although secondAuth is off.',
      ),
    ),
    {},
  ),
  management: v.optional(
    v.pipe(v.boolean(), v.description('People see, add and remove their factors.')),
    false,
  ),
  offerPasskey: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'People without a passkey get one after signing in by password: the browser creates it without a prompt if it can, or offers it. `methods` or `secondTokenPriority` has to name fido2Token.',
      ),
    ),
    false,
  ),
  rememberBrowserDays: v.optional(
    withDescription(
      v.pipe(wholeNumber(1), v.maxValue(90, 'must be at most 90')),
      'Days for which a remembered browser replaces the second step; without it no browser is remembered. `secondAuth` has to be on.',
    ),
  ),
});

export type PolicyRule = v.InferOutput<typeof policy>;
