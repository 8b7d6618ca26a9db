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
  questionId: withDescription(
    text,
    'ID of the question, under which answers are stored; it must not change.',
  ),
  ko: withDescription(text, 'In Korean.'),
  en: withDescription(text, 'In English.'),
});

const schemeName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z\d+.-]*$/, 'must be a URI scheme'),
  v.notValues(BROWSER_SCHEMES, 'must be the scheme of an app, not a scheme that browsers open themselves'),
);

const oidc = v.strictObject({
  par: v.optional(
    withDescription(
      v.boolean(),
      'Services may push a request to the portal before they redirect the browser (RFC 9126).',
    ),
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
      'Every service may sign people in at devices that have no browser (RFC 8628), except services whose `deviceFlow` is false.',
    ),
    false,
  ),
  fapi: v.optional(
    withDescription(
      v.boolean(),
      'Every service follows the FAPI 2.0 Security Profile, except services whose `fapi` is false.',
    ),
    false,
  ),
});

const saml = v.strictObject({
  privateKeyFile: withDescription(
    text,
    'PEM file with an RSA key; a relative path starts at the folder of the configuration file.',
  ),
  certificateFile: withDescription(text, 'PEM file with the certificate of the RSA key.'),
});

const registration = v.strictObject({
  first: v.optional(
    withDescription(
      v.picklist(['otherChannel', 'administrator', 'anyChannel']),
      'Requirement for registering the factor that completes a policy of two factors. otherChannel: an identity check over a channel that in the last 30 days has neither set the password nor registered the other device; administrator: a temporary code or an app link; anyChannel: any identity check, so that one mailbox can prove both factors.',
    ),
    'otherChannel',
  ),
});

const audit = v.strictObject({
  to: v.optional(
    v.pipe(
      v.picklist(['files', 'stdout']),
      v.description(
        'Where the audit is written. files: a file for each day; stdout: standard output, with the log on standard error.',
      ),
    ),
    'files',
  ),
  folder: v.optional(
    v.pipe(text, v.description('Folder of the audit files; by default `audit` in DATA_DIR.')),
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
        'Origin at which browsers reach the portal; it is also the OpenID issuer. Required in production.',
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
      'Federations of SAML services, whose signed metadata is downloaded (rule 275).',
    ),
    [],
  ),
  oidc: v.optional(withDescription(oidc, 'Extensions of OpenID Connect, which are off by default.'), {}),
  saml: v.optional(
    withDescription(saml, 'The key that signs SAML messages; by default the server generates a key.'),
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
  desk: v.optional(
    withDescription(desk, 'The help desk, at a separate address; by default there is no help desk.'),
  ),
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
    v.pipe(
      v.array(account),
      v.description('Accounts that are created when the server starts, unless they exist.'),
    ),
    [],
  ),
  licenses: v.optional(
    v.pipe(
      v.array(license),
      v.description('Licences of the mobile app; for each person, the first licence that applies is used.'),
    ),
    [],
  ),
  cardMakers: v.optional(
    v.pipe(
      v.array(text),
      v.description('Manufacturers of the OTP cards that people may register; by default all manufacturers.'),
    ),
  ),
  defaultClient: v.optional(
    v.pipe(
      text,
      v.description('Client whose policy and start address apply to a login that no service began.'),
    ),
  ),
  branding: v.optional(
    withDescription(branding, 'Name, logo, colours and links of the company on the pages.'),
    {},
  ),
  exactIds: v.optional(
    v.pipe(v.boolean(), v.description('IDs that differ in case or width are different: "Kim" is not "kim".')),
    false,
  ),
  saas: v.optional(v.pipe(v.boolean(), v.description('true: licences do not block any method.')), false),
  phoneApp: v.optional(
    v.pipe(
      v.picklist(['web', 'native']),
      v.description(
        'The mobile app that links and QR codes open. web: the web app of this server at /app/; native: an app with the URI scheme appScheme.',
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
      'Name of the mobile app for which QR codes are requested, unless the address of the ID entry names another app.',
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
      v.description("Sender of the mails; by default no-reply at the portal's host."),
    ),
  ),
  operatorMail: v.optional(
    v.pipe(
      v.string(),
      v.email('must be a mail address'),
      v.description(
        'Address that gets a mail when a person denies two requests on the phone within an hour; by default no mail is sent.',
      ),
    ),
  ),
  sms: v.optional(withDescription(sms, 'SMS gateways; by default SMS_URL is the only gateway.')),
  passwordSecurity: v.optional(
    withDescription(passwordSecurity, 'Password rules for services without their own `passwordSecurity`.'),
    {},
  ),
  passwordRules: v.optional(
    v.pipe(
      v.picklist(['strictest', 'perService']),
      v.description(
        'strictest: a password must meet the rules of every service at which the person signs in with it, and can be reset by the methods that all these services allow. perService: a password must meet only the rules of the service at which it is changed.',
      ),
    ),
    'strictest',
  ),
  passkeys: v.optional(
    withDescription(
      passkeys,
      'The domains at which passkeys are used, and the authenticators on which they may be registered.',
    ),
    {},
  ),
  registration: v.optional(
    withDescription(registration, 'Requirements for the registration of factors.'),
    {},
  ),
  passwordLinks: v.optional(
    withDescription(passwordLinks, 'Links with which people create or change their password.'),
    {},
  ),
  questions: v.optional(
    v.pipe(v.array(question), v.description('Questions whose answers prove the identity of a person.')),
    DEFAULT_QUESTIONS,
  ),
  audit: v.optional(withDescription(audit, 'The audit, which records who did what.'), {}),
  lock: v.optional(withDescription(lock, 'Locks after wrong passwords and codes.'), {}),
  dormantDays: v.optional(
    withDescription(
      wholeNumber(1),
      'Days after which an account that nobody signs in to is dormant, until an identity check or an operator reactivates it; by default no account becomes dormant.',
    ),
  ),
  session: v.optional(
    withDescription(session, 'Lifetime and number of sessions, and messages about sign-ins.'),
    {},
  ),
  limits: v.optional(
    withDescription(limits, 'Limits beyond which calls are refused or pending requests removed.'),
    {},
  ),
  push: v.optional(withDescription(push, 'Pushes to the mobile app.'), {}),
  argon2: v.optional(
    withDescription(
      argon2,
      'Cost of a new hash by Argon2id. A hash of another kind or cost is replaced when the person signs in.',
    ),
    {},
  ),
  scrypt: v.optional(
    withDescription(v.unknown(), 'No longer has an effect: new hashes are created by Argon2id.'),
  ),
});

export type ConfigFile = v.InferOutput<typeof configFile>;

/** The addresses in the environment variables SMTP_URL, SMS_URL and PUSH_URL. */
export type GatewayUrls = { readonly smtpUrl?: string; readonly smsUrl?: string; readonly pushUrl?: string };

export type Mode = 'demo' | 'production';

/** The validated configuration, with all defaults and the contents of the files that it names. */
export type ServerConfig = Omit<
  ConfigFile,
  '$schema' | 'publicUrl' | 'serviceProviders' | 'federations' | 'saml' | 'ldap' | 'sms' | 'desk'
> & {
  /** The configured service providers. `withFederations` adds the service providers of the federations. */
  readonly serviceProviders: readonly ServiceProvider[];
  readonly federations: readonly Federation[];
  /** The configured SAML signing key; null when the server generates a key. */
  readonly samlKey: KeyPair | null;
  /** The directory that stores the passwords of EXTERNAL accounts; null when no directory is configured. */
  readonly ldap: LdapSettings | null;
  /** The authenticator models on which passkeys may be registered; null when all models are allowed. */
  readonly passkeyModels: PasskeyModels | null;
  /** The help desk; null when it is not configured. */
  readonly desk: DeskSettings | null;
  /** SMS gateways in order of use; empty when no SMS can be sent. */
  readonly sms: readonly SmsGatewaySettings[];
  readonly mode: Mode;
  /** Origins that may frame the phone's web app: the lab in a demonstration; empty in production. */
  readonly appFrames: readonly string[];
  /** Origin at which browsers reach the portal; it is also the OpenID issuer. */
  readonly publicUrl: string;
  /** Gateways of messages. They are in the environment, not in the file, because they may contain credentials. */
  readonly gateways: GatewayUrls;
};
