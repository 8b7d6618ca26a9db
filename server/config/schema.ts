import * as v from 'valibot';
import { BROWSER_SCHEMES } from '#wire/app-scheme.ts';
import { account } from './account.ts';
import { branding } from './branding.ts';
import { client, passwordSecurity, type ServiceProvider, serviceProvider } from './client.ts';
import { type DeskSettings, desk } from './desk.ts';
import { type Federation, federations } from './federations.ts';
import type { KeyPair } from './key-pair.ts';
import { type LdapSettings, ldap } from './ldap.ts';
import { license } from './license.ts';
import { argon2, limits, lock, passwordLinks, push, session } from './limits.ts';
import type { PasskeyModels } from './passkey-models.ts';
import { passkeys } from './passkeys.ts';
import { policy } from './policy.ts';
import { DEFAULT_QUESTIONS } from './questions.ts';
import { scim } from './scim.ts';
import { sharedSignals } from './shared-signals.ts';
import { type SmsGatewaySettings, sms } from './sms.ts';
import { httpUrl, origin, text, wholeNumber, withDescription } from './values.ts';

const isTimeZone = (value: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};

const question = v.strictObject({
  questionId: withDescription(text, 'Its id, by which answers are stored; it must not change.'),
  ko: withDescription(text, 'In Korean.'),
  en: withDescription(text, 'In English.'),
});

const schemeName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z\d+.-]*$/, 'must be a URI scheme'),
  v.notValues(BROWSER_SCHEMES, 'must be the scheme of an app, not one that browsers follow themselves'),
);

const oidc = v.strictObject({
  par: v.optional(
    withDescription(v.boolean(), 'Services may push their requests by a separate call first (RFC 9126).'),
    false,
  ),
  dpop: v.optional(
    withDescription(
      v.boolean(),
      'Services may bind access tokens to a key whose possession they prove (RFC 9449).',
    ),
    false,
  ),
  deviceFlow: v.optional(
    withDescription(
      v.boolean(),
      'Every service may sign people in at devices that have no browser (RFC 8628), except where its own `deviceFlow` is false.',
    ),
    false,
  ),
  fapi: v.optional(
    withDescription(
      v.boolean(),
      'Every service follows the FAPI 2.0 Security Profile, except where its own `fapi` is false.',
    ),
    false,
  ),
});

const saml = v.strictObject({
  privateKeyFile: withDescription(text, 'PEM file of an RSA key; a relative path starts at this file.'),
  certificateFile: withDescription(text, 'PEM file of the certificate of that key.'),
});

const registration = v.strictObject({
  first: v.optional(
    withDescription(
      v.picklist(['otherChannel', 'administrator', 'anyChannel']),
      'How people register the factor that completes a policy of two factors. otherChannel: by a check over another channel than the one that set the password, or registered the other device, in the last 30 days; administrator: with a temporary code or an app link; anyChannel: by any check, so that one mailbox can be both factors.',
    ),
    'otherChannel',
  ),
});

const audit = v.strictObject({
  to: v.optional(
    v.pipe(
      v.picklist(['files', 'stdout']),
      v.description(
        'Where the audit is written: a file for each day, or standard output; the log then goes to standard error.',
      ),
    ),
    'files',
  ),
  folder: v.optional(
    v.pipe(text, v.description('Folder of its files; `audit` in the folder of the data by default.')),
  ),
  days: v.optional(
    v.pipe(
      wholeNumber(1),
      v.description(
        'Number of days for which the audit is stored, such as 366 for a year or 731 for two years.',
      ),
    ),
    366,
  ),
});

/** The configuration file. */
export const configFile = v.strictObject({
  $schema: v.optional(
    withDescription(v.string(), 'Location of this schema for editors; the server ignores it.'),
  ),
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
      v.description('The server runs behind one proxy, which writes the last entry of X-Forwarded-For.'),
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
  federations: v.optional(
    withDescription(
      federations,
      'Federations of SAML services, whose signed metadata is read by address (rule 275).',
    ),
    [],
  ),
  oidc: v.optional(withDescription(oidc, 'Extensions of OpenID Connect, which are off by default.'), {}),
  saml: v.optional(
    withDescription(saml, 'The key that signs SAML messages; the server generates one when it is absent.'),
  ),
  ldap: v.optional(
    v.pipe(
      ldap,
      v.description('A directory that stores the passwords of accounts whose userType is EXTERNAL.'),
    ),
  ),
  scim: v.optional(
    v.pipe(scim, v.description('An identity source of the company, which manages the accounts at /scim/v2.')),
  ),
  sharedSignals: v.optional(
    withDescription(
      sharedSignals,
      'Receivers of Shared Signals, which are notified of revoked sessions and changed credentials.',
    ),
    {},
  ),
  desk: v.optional(withDescription(desk, 'The help desk, at a separate address; there is none by default.')),
  policies: v.optional(
    v.pipe(
      v.array(policy),
      v.description(
        'Policies that name the user take precedence, then policies that name a group, then policies that name the client.',
      ),
    ),
    [],
  ),
  accounts: v.optional(
    v.pipe(v.array(account), v.description('Accounts that are created at the start unless they exist.')),
    [],
  ),
  licenses: v.optional(
    v.pipe(
      v.array(license),
      v.description('Licences of the mobile app; the first that applies to a person counts.'),
    ),
    [],
  ),
  cardMakers: v.optional(
    v.pipe(
      v.array(text),
      v.description('Company names of the OTP cards that people may register; all of them by default.'),
    ),
  ),
  defaultClient: v.optional(
    v.pipe(
      text,
      v.description('Client whose policy and start address apply when no service began the login.'),
    ),
  ),
  branding: v.optional(
    withDescription(branding, 'Name, logo, colours and links of the company on the pages.'),
    {},
  ),
  exactIds: v.optional(
    v.pipe(v.boolean(), v.description('IDs differ by case and width: "Kim" is not "kim".')),
    false,
  ),
  saas: v.optional(v.pipe(v.boolean(), v.description('Licence checks block no method.')), false),
  phoneApp: v.optional(
    v.pipe(
      v.picklist(['web', 'native']),
      v.description(
        'The mobile app that links and QR codes open: the web app of this server at /app/, or a native one by appScheme.',
      ),
    ),
    'native',
  ),
  appScheme: v.optional(
    withDescription(schemeName, 'URI scheme of the mobile app, in its links and QR codes.'),
    'cubelogin',
  ),
  appName: v.optional(
    withDescription(
      text,
      'Name of the mobile app for which QR codes are requested, unless the entry address names another.',
    ),
    'cubelogin',
  ),
  ipUrl: v.optional(
    v.pipe(httpUrl, v.description('Service that answers {"ip": "…"} with the address of its caller.')),
  ),
  parentOrigin: v.optional(
    v.pipe(
      origin,
      v.description('Origin that may frame /authenticated and receives the code by postMessage.'),
    ),
  ),
  mailFrom: v.optional(
    v.pipe(
      v.string(),
      v.email('must be a mail address'),
      v.description("Sender of the mails; no-reply at the portal's host by default."),
    ),
  ),
  operatorMail: v.optional(
    v.pipe(
      v.string(),
      v.email('must be a mail address'),
      v.description(
        'Address that gets a mail when a person refuses two requests on the phone within an hour; nobody by default.',
      ),
    ),
  ),
  sms: v.optional(withDescription(sms, 'Gateways of SMS by name; without it SMS_URL is the only one.')),
  passwordSecurity: v.optional(
    withDescription(passwordSecurity, 'Password rules for services without their own `passwordSecurity`.'),
    {},
  ),
  passwordRules: v.optional(
    v.pipe(
      v.picklist(['strictest', 'perService']),
      v.description(
        'strictest: a password meets the rules of every service at which its person signs in by it, and is reset by the methods that all of them allow. perService: it meets only the rules of the service at which it is changed.',
      ),
    ),
    'strictest',
  ),
  passkeys: v.optional(withDescription(passkeys, 'The domains at which passkeys are used.'), {}),
  registration: v.optional(
    withDescription(registration, 'Requirements for the registration of factors.'),
    {},
  ),
  passwordLinks: v.optional(
    withDescription(passwordLinks, 'Links by which people create or change their password.'),
    {},
  ),
  questions: v.optional(
    v.pipe(
      v.array(question),
      v.description('Questions whose stored answer proves the identity of a person.'),
    ),
    DEFAULT_QUESTIONS,
  ),
  audit: v.optional(withDescription(audit, 'The audit, which records who did what.'), {}),
  lock: v.optional(withDescription(lock, 'Locks after wrong passwords and codes.'), {}),
  dormantDays: v.optional(
    withDescription(
      wholeNumber(1),
      'Days after which an account that nobody signs in to is dormant, until an identity check or an operator reactivates it; never by default.',
    ),
  ),
  session: v.optional(withDescription(session, 'How long a person stays signed in.'), {}),
  limits: v.optional(
    withDescription(limits, 'Limits beyond which calls are refused or requests dropped.'),
    {},
  ),
  push: v.optional(withDescription(push, 'Pushes to the mobile app.'), {}),
  argon2: v.optional(
    withDescription(
      argon2,
      'Cost of a new hash by Argon2id. A hash of another kind or cost is replaced when its person signs in.',
    ),
    {},
  ),
  scrypt: v.optional(
    withDescription(v.unknown(), 'No longer has an effect: new hashes are created by Argon2id.'),
  ),
});

export type ConfigFile = v.InferOutput<typeof configFile>;

/** SMTP_URL, SMS_URL and PUSH_URL. */
export type GatewayUrls = { readonly smtpUrl?: string; readonly smsUrl?: string; readonly pushUrl?: string };

export type Mode = 'demo' | 'production';

/** The validated configuration, with all defaults and the contents of the files that it names. */
export type ServerConfig = Omit<
  ConfigFile,
  '$schema' | 'publicUrl' | 'serviceProviders' | 'federations' | 'saml' | 'ldap' | 'sms' | 'desk'
> & {
  /** Includes services of federations only in a result of `withFederations`. */
  readonly serviceProviders: readonly ServiceProvider[];
  readonly federations: readonly Federation[];
  /** The configured SAML signing key; null when the server creates its own. */
  readonly samlKey: KeyPair | null;
  /** The directory that stores the passwords of EXTERNAL accounts; null without one. */
  readonly ldap: LdapSettings | null;
  /** The authenticator models that passkeys may be registered on; null for all models. */
  readonly passkeyModels: PasskeyModels | null;
  /** The help desk; null without one. */
  readonly desk: DeskSettings | null;
  /** SMS gateways in order of use; empty when no SMS can be sent. */
  readonly sms: readonly SmsGatewaySettings[];
  readonly mode: Mode;
  /** Origins that may frame the phone's app: those of the lab in a demonstration, otherwise none. */
  readonly appFrames: readonly string[];
  /** Origin under which browsers reach the portal: issuer, cookies, own origin of the guards. */
  readonly publicUrl: string;
  /** Gateways of messages, from the environment because they contain credentials. */
  readonly gateways: GatewayUrls;
};
