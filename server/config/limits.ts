import * as v from 'valibot';
import { origin, wholeNumber, withDescription } from './values.ts';

/** Cost of Argon2id. The defaults are the minimum of OWASP's Password Storage Cheat Sheet (rule 228). */
export const argon2 = v.pipe(
  v.strictObject({
    memory: v.optional(withDescription(wholeNumber(8), 'Memory of a hash in KiB.'), 19 * 1024),
    passes: v.optional(withDescription(wholeNumber(1), 'Number of passes over the memory.'), 2),
    parallelism: v.optional(
      withDescription(wholeNumber(1), 'Number of parallel lanes with which a hash is computed.'),
      1,
    ),
  }),
  v.check(
    ({ memory, parallelism }) => memory >= 8 * parallelism,
    'must have a memory of at least 8 KiB for each lane',
  ),
);

/** Locks after wrong passwords and codes. */
export const lock = v.strictObject({
  maxFailures: v.optional(
    withDescription(
      wholeNumber(1),
      'Number of wrong attempts of a person, counted for each method, after which the method is locked.',
    ),
    5,
  ),
  minutes: v.optional(
    withDescription(
      wholeNumber(0),
      'Minutes that a lock lasts; 0: it lasts until an administrator unlocks the method.',
    ),
    30,
  ),
});

/** Lifetime and number of sessions, and messages about them. */
export const session = v.strictObject({
  idleMinutes: v.optional(
    withDescription(wholeNumber(1), 'Minutes without a request to the portal after which the session ends.'),
    30,
  ),
  absoluteMinutes: v.optional(
    withDescription(wholeNumber(1), 'Minutes after a login at which the session ends, even if it is used.'),
    720,
  ),
  concurrent: v.optional(
    withDescription(
      v.picklist(['allow', 'endOldest', 'ask']),
      'Treatment of the sign-ins of a person beyond `maxConcurrent`. allow: all continue; endOldest: the oldest end; ask: before a sign-in, the person chooses which other sign-ins end.',
    ),
    'allow',
  ),
  maxConcurrent: v.optional(
    withDescription(
      wholeNumber(1),
      'Number of browsers in which a person may be signed in at the same time, with `endOldest` and `ask`.',
    ),
    1,
  ),
  newSignInMail: v.optional(
    withDescription(
      v.picklist(['off', 'browser', 'browserOrNetwork']),
      'When people get a mail about their sign-in, with a link to report a sign-in by somebody else. browser: from a browser in which they have not signed in for 30 days; browserOrNetwork: also from a network in which they have not signed in for 90 days.',
    ),
    'off',
  ),
  lastSignIn: v.optional(
    withDescription(
      v.picklist(['off', 'overview', 'everywhere']),
      'Where people see the time, browser and address range of their last sign-in, and the number of wrong passwords and codes since then. overview: above their factors; everywhere: also on the page before the return to the service.',
    ),
    'off',
  ),
});

const sends = v.strictObject({
  perAccount: v.optional(
    withDescription(
      wholeNumber(1),
      'Codes for one account, requested by sessions that have not proved any method of the account.',
    ),
    20,
  ),
  perAddress: v.optional(withDescription(wholeNumber(1), 'Codes requested by one address.'), 200),
  perSession: v.optional(withDescription(wholeNumber(1), 'Codes requested by one browser session.'), 10),
  minutes: v.optional(withDescription(wholeNumber(1), 'Minutes in which the codes are counted.'), 10),
});

const qrCodes = v.strictObject({
  perAddress: v.optional(withDescription(wholeNumber(1), 'QR codes shown at one address.'), 1000),
  perSession: v.optional(withDescription(wholeNumber(1), 'QR codes shown in one browser session.'), 60),
  minutes: v.optional(withDescription(wholeNumber(1), 'Minutes in which the codes are counted.'), 10),
});

/** Pushes to the mobile app (rules 83 and 84). */
export const push = v.strictObject({
  seconds: v.optional(
    v.pipe(
      wholeNumber(45),
      v.description(
        'Seconds for which a push waits for the phone. In the second step, the page waits only 45 seconds.',
      ),
    ),
    60,
  ),
  services: v.optional(
    v.pipe(
      v.array(origin),
      v.description(
        'Origins of push services in your own network. Such an origin may use http and a private address.',
      ),
    ),
    [],
  ),
  coolDown: v.optional(
    withDescription(
      v.strictObject({
        refusals: v.optional(
          v.pipe(
            wholeNumber(1),
            v.description('Number of denied or expired pushes after which no push is sent for a while.'),
          ),
          3,
        ),
        minutes: v.optional(
          v.pipe(
            wholeNumber(1),
            v.description(
              'Minutes in which denied or expired pushes are counted. The next push can be sent when the first of the counted pushes is that many minutes old.',
            ),
          ),
          5,
        ),
      }),
      'A pause after pushes that were denied or expired.',
    ),
    {},
  ),
});

const requests = v.strictObject({
  perBrowser: v.optional(withDescription(wholeNumber(1), 'Pending requests of one browser.'), 20),
  perAddress: v.optional(withDescription(wholeNumber(1), 'Pending requests of one address.'), 1000),
});

const identitySends = v.strictObject({
  perPerson: v.optional(
    withDescription(wholeNumber(1), 'Codes for one person. The same limit applies to one contact.'),
    5,
  ),
  minutes: v.optional(withDescription(wholeNumber(1), 'Minutes in which the codes are counted.'), 60),
});

/** Rate limits. */
export const limits = v.strictObject({
  failuresPerMinute: v.optional(
    withDescription(
      wholeNumber(1),
      'Failed identity checks and failed attempts with a method that one address may make in a minute.',
    ),
    120,
  ),
  ipv6Prefix: v.optional(
    v.pipe(
      wholeNumber(1),
      v.maxValue(128),
      v.description(
        'Number of leading bits that IPv6 addresses must share to count as one address. Each IPv4 address counts separately.',
      ),
    ),
    64,
  ),
  sends: v.optional(
    withDescription(
      sends,
      'Limits for codes by SMS and mail. A code that is sent by two channels counts twice. Codes beyond a limit are refused for a while.',
    ),
    {},
  ),
  identitySends: v.optional(
    withDescription(
      identitySends,
      'Codes by SMS and mail in an identity check of a person who is not signed in.',
    ),
    {},
  ),
  qrCodes: v.optional(
    withDescription(qrCodes, 'Limits for QR codes for the mobile app; a QR code is valid for 15 seconds.'),
    {},
  ),
  requests: v.optional(
    withDescription(
      requests,
      'Limits for pending requests of OpenID services. A request beyond a limit removes the oldest request whose sign-in has not begun. Half of each limit is reserved for sign-ins in progress.',
    ),
    {},
  ),
});

/** Links to create or change a password (rule 182). */
export const passwordLinks = v.strictObject({
  createHours: v.optional(
    withDescription(wholeNumber(1), 'Hours for which a link to create a first password is valid.'),
    72,
  ),
  changeHours: v.optional(
    withDescription(wholeNumber(1), 'Hours for which a link to change a password is valid.'),
    24,
  ),
  perPerson: v.optional(
    v.pipe(wholeNumber(1), v.description('Links that one person may be sent in an hour.')),
    5,
  ),
});
