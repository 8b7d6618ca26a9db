import * as v from 'valibot';
import { account } from './account.ts';
import { client, passwordSecurity, type ServiceProvider, serviceProvider } from './client.ts';
import type { KeyPair } from './key-pair.ts';
import { type LdapSettings, ldap } from './ldap.ts';
import { license } from './license.ts';
import { policy } from './policy.ts';
import { DEFAULT_QUESTIONS } from './questions.ts';
import { scim } from './scim.ts';
import { httpUrl, localized, origin, text, wholeNumber } from './values.ts';

const isTimeZone = (value: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};

const color = v.pipe(
  v.string(),
  v.regex(
    /^(#[\da-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)\([\d\s.,%/+a-z-]+\))$/i,
    'must be a CSS colour',
  ),
);

const logo = v.pipe(
  v.string(),
  v.check(
    (value) => /^\/(?![/\\])/.test(value) || (URL.canParse(value) && new URL(value).protocol === 'https:'),
    'must be a path of this server or an https URL',
  ),
);

const branding = v.strictObject({
  name: v.optional(localized),
  logo: v.optional(logo),
  colors: v.optional(v.strictObject({ accent: v.optional(color), accentDark: v.optional(color) })),
  help: v.optional(v.pipe(httpUrl, v.description('A page that helps people who cannot sign in.'))),
  contact: v.optional(
    v.pipe(localized, v.description('Whom to ask and how, such as "Help desk, 02-123-4567".')),
  ),
  privacy: v.optional(v.pipe(httpUrl, v.description('The privacy policy.'))),
  terms: v.optional(v.pipe(httpUrl, v.description('The terms of use.'))),
});

const isPowerOfTwo = (value: number): boolean => value > 1 && Number.isInteger(Math.log2(value));

/** The defaults cost what OWASP's password storage sheet asks of scrypt. */
const scrypt = v.strictObject({
  cost: v.optional(v.pipe(v.number(), v.check(isPowerOfTwo, 'must be a power of two')), 2 ** 15),
  blockSize: v.optional(wholeNumber(1), 8),
  parallelization: v.optional(wholeNumber(1), 3),
});

/** `minutes` 0: a lock holds until an administrator lifts it. */
const lock = v.strictObject({
  maxFailures: v.optional(wholeNumber(1), 5),
  minutes: v.optional(wholeNumber(0), 30),
});

const session = v.strictObject({
  idleMinutes: v.optional(wholeNumber(1), 30),
  absoluteMinutes: v.optional(wholeNumber(1), 12 * 60),
});

/** Codes that may be sent within `minutes`; the two messages of a pair count twice (decision 80). */
const sends = v.strictObject({
  perAccount: v.optional(wholeNumber(1), 20),
  perAddress: v.optional(wholeNumber(1), 200),
  perSession: v.optional(wholeNumber(1), 10),
  minutes: v.optional(wholeNumber(1), 10),
});

/** QR codes that may be drawn within `minutes`; one is good for 15 s (decision 89). */
const qrCodes = v.strictObject({
  perAddress: v.optional(wholeNumber(1), 1000),
  perSession: v.optional(wholeNumber(1), 60),
  minutes: v.optional(wholeNumber(1), 10),
});

/** Pushes to the mobile app (decisions 83 and 84). */
const push = v.strictObject({
  seconds: v.optional(
    v.pipe(
      wholeNumber(45),
      v.description('How long a push waits for the phone; the page waits 45 s in the second step.'),
    ),
    60,
  ),
  coolDown: v.optional(
    v.strictObject({
      refusals: v.optional(
        v.pipe(wholeNumber(1), v.description('After as many denied or expired pushes none is sent,')),
        3,
      ),
      minutes: v.optional(v.pipe(wholeNumber(1), v.description('until the first is as old.')), 5),
    }),
    {},
  ),
});

/** Requests of OpenID services that may wait for their person; a further one drops the oldest. */
const requests = v.strictObject({
  perBrowser: v.optional(wholeNumber(1), 20),
  perAddress: v.optional(wholeNumber(1), 1000),
});

/** Codes of the identity check that may be sent to a person, and to a contact, within `minutes`. */
const identitySends = v.strictObject({
  perPerson: v.optional(wholeNumber(1), 5),
  minutes: v.optional(wholeNumber(1), 60),
});

const limits = v.strictObject({
  /** Failed identity and method attempts that one address may make in a minute. */
  failuresPerMinute: v.optional(wholeNumber(1), 120),
  sends: v.optional(sends, {}),
  identitySends: v.optional(identitySends, {}),
  qrCodes: v.optional(qrCodes, {}),
  requests: v.optional(requests, {}),
});

/** Links by which people make or change their password (decision 182). */
const passwordLinks = v.strictObject({
  createHours: v.optional(wholeNumber(1), 72),
  changeHours: v.optional(wholeNumber(1), 24),
  perPerson: v.optional(
    v.pipe(wholeNumber(1), v.description('Links that one person may be sent in an hour.')),
    5,
  ),
});

const question = v.strictObject({ questionId: text, ko: text, en: text });

const schemeName = v.pipe(v.string(), v.regex(/^[a-z][a-z\d+.-]*$/, 'must be a URI scheme'));

/** PEM files of the key that signs SAML messages; the server makes one when they are not named. */
const saml = v.strictObject({ privateKeyFile: text, certificateFile: text });

/** What was done by whom, for whoever has to answer for it later. */
const audit = v.strictObject({
  to: v.optional(
    v.pipe(
      v.picklist(['files', 'stdout']),
      v.description(
        'Where the audit goes: a file for each day, or standard output; the log then goes to standard error.',
      ),
    ),
    'files',
  ),
  folder: v.optional(
    v.pipe(
      text,
      v.description('Folder of its files; `audit` in the folder of the data when it is not said.'),
    ),
  ),
  days: v.optional(
    v.pipe(wholeNumber(1), v.description('A day of the audit is removed when it is as many days old.')),
    365,
  ),
});

/** The configuration file. */
export const configFile = v.strictObject({
  $schema: v.optional(v.string()),
  publicUrl: v.optional(
    v.pipe(
      origin,
      v.description(
        'Origin under which browsers reach the portal. Required in production. It is the issuer.',
      ),
    ),
  ),
  trustProxy: v.optional(
    v.pipe(
      v.boolean(),
      v.description('The server stands behind one proxy, which writes the last entry of X-Forwarded-For.'),
    ),
    false,
  ),
  timeZone: v.optional(
    v.pipe(
      v.string(),
      v.check(isTimeZone, 'must be a time zone such as Asia/Seoul'),
      v.description('Time zone of dates and hours in this file.'),
    ),
    'Asia/Seoul',
  ),
  clients: v.optional(v.pipe(v.array(client), v.description('OpenID client services.')), []),
  serviceProviders: v.optional(
    v.pipe(v.array(serviceProvider), v.description('SAML service providers.')),
    [],
  ),
  saml: v.optional(saml),
  ldap: v.optional(
    v.pipe(
      ldap,
      v.description('A directory that keeps the passwords of accounts whose userType is EXTERNAL.'),
    ),
  ),
  scim: v.optional(
    v.pipe(scim, v.description('An identity source of the company may keep the accounts at /scim/v2.')),
  ),
  policies: v.optional(
    v.pipe(
      v.array(policy),
      v.description('The one that names user and client wins, then the user, then the client.'),
    ),
    [],
  ),
  accounts: v.optional(
    v.pipe(v.array(account), v.description('Created at start when they are not there yet.')),
    [],
  ),
  licenses: v.optional(
    v.pipe(v.array(license), v.description('Licence checks of the mobile app, by client.')),
    [],
  ),
  cardMakers: v.optional(
    v.pipe(
      v.array(text),
      v.description(
        'Company names of the OTP cards that people may register; all of them when it is not said.',
      ),
    ),
  ),
  defaultClient: v.optional(
    v.pipe(text, v.description('Client whose policy and start apply when no service began the login.')),
  ),
  branding: v.optional(branding, {}),
  exactIds: v.optional(
    v.pipe(v.boolean(), v.description('IDs differ by case and width: "Kim" is not "kim".')),
    false,
  ),
  saas: v.optional(v.pipe(v.boolean(), v.description('Licence checks block no method.')), false),
  appScheme: v.optional(schemeName, 'cubelogin'),
  appName: v.optional(text, 'cubelogin'),
  ipUrl: v.optional(
    v.pipe(httpUrl, v.description('Service that answers {"ip": "…"} with the address of its caller.')),
  ),
  parentOrigin: v.optional(
    v.pipe(origin, v.description('Origin that may frame /authenticated and is posted the code.')),
  ),
  mailFrom: v.optional(
    v.pipe(
      v.string(),
      v.email('must be a mail address'),
      v.description("Sender of the mails; no-reply at the portal's host when it is not said."),
    ),
  ),
  passwordSecurity: v.optional(passwordSecurity, {}),
  passwordLinks: v.optional(passwordLinks, {}),
  questions: v.optional(
    v.pipe(
      v.array(question),
      v.description('Questions whose answer people may leave to prove who they are.'),
    ),
    DEFAULT_QUESTIONS,
  ),
  audit: v.optional(audit, {}),
  lock: v.optional(lock, {}),
  session: v.optional(session, {}),
  limits: v.optional(limits, {}),
  push: v.optional(push, {}),
  scrypt: v.optional(scrypt, {}),
});

export type ConfigFile = v.InferOutput<typeof configFile>;

/** SMTP_URL, SMS_URL and PUSH_URL. */
export type GatewayUrls = { readonly smtpUrl?: string; readonly smsUrl?: string; readonly pushUrl?: string };

export type Mode = 'demo' | 'production';

/** What the server runs on: the file's values with every default filled in. */
export type ServerConfig = Omit<
  ConfigFile,
  '$schema' | 'publicUrl' | 'serviceProviders' | 'saml' | 'ldap'
> & {
  readonly serviceProviders: readonly ServiceProvider[];
  /** The configured SAML signing key; null when the server makes its own. */
  readonly samlKey: KeyPair | null;
  /** The directory that keeps the passwords of EXTERNAL accounts; null where there is none. */
  readonly ldap: LdapSettings | null;
  readonly mode: Mode;
  /** Origin under which browsers reach the portal: issuer, cookies, own origin of the guards. */
  readonly publicUrl: string;
  /** Where messages are handed over; they come from the environment because they hold credentials. */
  readonly gateways: GatewayUrls;
};
