import * as v from 'valibot';
import { WIRE_METHODS, type WireMethod } from '#wire/methods.ts';
import { networkMatcher } from './network-range.ts';
import { hours, period, text, wholeNumber, withDescription } from './values.ts';

/** The keys of `authMethod` in spec section 3: methods of the first step. */
export const METHOD_KEYS = WIRE_METHODS;
export type MethodKey = WireMethod;

/** The keys of `selfAuth` in spec section 3: methods of the identity check. */
export const SELF_AUTH_KEYS = ['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'] as const;
export type SelfAuthKey = (typeof SELF_AUTH_KEYS)[number];

/** The keys of `cubeLogin` in spec section 3: kinds of registration of the mobile app. */
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
  'Rank in the second step, 1 (first) to 5 (last). A method without a rank is not used in the second step.',
);

/** Ranks in the second step, by the keys of `authMethod` and `qrCode` (rule 101). */
const methodRanks = v.strictObject(
  v.entriesFromList([...METHOD_KEYS, 'qrCode'] as const, v.optional(methodRank)),
);

/**
 * A policy. A policy without `users`, `groups` and `clients` applies to everyone at every service. If several policies
 * apply, a policy that names the user takes precedence over a policy that names a group of the user, and a policy that
 * names a group takes precedence over all other policies. Among policies of the same kind, a policy that names the
 * client takes precedence, then the first policy of the file.
 */
export const policy = v.strictObject({
  id: v.pipe(
    text,
    v.regex(/^[\w-]+$/, 'may contain letters, digits, _ and - only'),
    v.description('Name of the policy, used only in logs.'),
  ),
  enabled: v.optional(
    v.pipe(v.boolean(), v.description('false: people to whom the policy applies cannot sign in (016).')),
    true,
  ),
  clients: v.optional(
    v.pipe(
      v.array(text),
      v.description(
        'Services at which the policy applies; by default all services. `federation:NAME` means all services of a federation.',
      ),
    ),
  ),
  users: v.optional(
    v.pipe(
      v.array(text),
      v.description('IDs of the people to whom the policy applies; by default everybody.'),
    ),
  ),
  groups: v.optional(
    v.pipe(
      v.array(text),
      v.description(
        'Groups to whose members the policy applies, in addition to `users`; case and width of a name are ignored.',
      ),
    ),
  ),
  period: v.optional(
    withDescription(
      period,
      'Days on which the people to whom the policy applies may sign in; by default every day. On other days they are refused with 016_2.',
    ),
  ),
  hours: v.optional(
    withDescription(
      hours,
      'Hours in which the people to whom the policy applies may sign in; by default all hours. In other hours they are refused with 016_3.',
    ),
  ),
  networks: v.optional(
    v.pipe(
      v.array(network),
      v.minLength(1, 'must name at least one network'),
      v.description(
        'Networks from which the people to whom the policy applies may sign in, such as 203.0.113.0/24; by default any network. From other networks they are refused with 002_2.',
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
        'Methods of the identity check before a registration. If the list is empty, people cannot register anything.',
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
            'If the policy allows mobileOtp, any authenticator app of RFC 6238 may be registered instead of the mobile app. Such an app shows codes, but has no pushes and no QR login.',
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
      methodRanks,
      v.description(
        'Methods of the second step, each with a rank. A service may request a second step even if secondAuth is false.',
      ),
    ),
    {},
  ),
  management: v.optional(
    v.pipe(v.boolean(), v.description('People may see, add and remove their factors.')),
    false,
  ),
  offerPasskey: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'After a sign-in by password, a person without a passkey gets a passkey: the browser creates it without a prompt, or a page offers it. `methods` or `secondTokenPriority` has to name fido2Token.',
      ),
    ),
    false,
  ),
  rememberBrowserDays: v.optional(
    withDescription(
      v.pipe(wholeNumber(1), v.maxValue(90, 'must be at most 90')),
      'Days for which a remembered browser replaces the second step; by default no browser is remembered. `secondAuth` has to be true.',
    ),
  ),
});

export type PolicyRule = v.InferOutput<typeof policy>;
