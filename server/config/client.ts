import * as v from 'valibot';
import { PASSWORD_LEVELS } from '#wire/password-rules.ts';
import { serviceBranding } from './branding.ts';
import { jwks } from './jwks.ts';
import type { SpMetadata } from './saml/service-provider.ts';
import { httpUrl, type Localized, localized, redirectUri, text, withDescription } from './values.ts';

/** Password rules, and the methods of the identity check in the password flows (spec section 3). */
export const passwordSecurity = v.strictObject({
  sms: v.optional(
    withDescription(
      v.boolean(),
      'Before setting a password, people may pass the identity check with a code by SMS.',
    ),
    true,
  ),
  internalMail: v.optional(
    withDescription(
      v.boolean(),
      'Before setting a password, people may pass the identity check with a code to the internal mail.',
    ),
    true,
  ),
  privateMail: v.optional(
    withDescription(
      v.boolean(),
      'Before setting a password, people may pass the identity check with a code to the private mail.',
    ),
    true,
  ),
  mobileOtp: v.optional(
    withDescription(
      v.boolean(),
      'Before setting a password, people may pass the identity check with a code of the mobile app.',
    ),
    true,
  ),
  push: v.optional(
    withDescription(
      v.boolean(),
      'Before setting a password, people may pass the identity check with a push to the mobile app.',
    ),
    true,
  ),
  selfAuthMethodWhenPwChange: v.optional(
    withDescription(
      v.picklist(['selfAuthOrQnA', 'selfAuth', 'QnA']),
      'Requirement for resetting a forgotten password. selfAuth: an identity check; QnA: the answer to a question; selfAuthOrQnA: one of these two.',
    ),
    'selfAuthOrQnA',
  ),
  passwordReuseLimit: v.optional(
    withDescription(
      v.pipe(v.number(), v.integer(), v.minValue(0)),
      'Number of former passwords that a new password must not repeat.',
    ),
    3,
  ),
  provideAuthPortalPwChange: v.optional(
    withDescription(v.boolean(), 'People with a LOCAL account may reset a forgotten password by themselves.'),
    true,
  ),
  level: v.optional(
    v.pipe(v.picklist(PASSWORD_LEVELS), v.description('Strength that a new password needs: 1, 2 or 3.')),
    3,
  ),
  twoKinds: v.optional(
    withDescription(
      v.boolean(),
      'A new password must also have at least 10 characters of at least two kinds (letters, digits, special characters); at level 1 this is the only rule.',
    ),
    false,
  ),
  refuseCommon: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Refuses the most common passwords; by default they are refused at level 3.'),
    ),
  ),
  passwordDays: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description('Days for which a new password is valid; 0: it does not expire.'),
    ),
    0,
  ),
});

export type PasswordSetting = v.InferOutput<typeof passwordSecurity>;

/** Names of claims with another meaning. The claim with the groups must not have one of these names. */
const OTHER_CLAIM_NAMES = [
  ...['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'azp', 'email', 'exp', 'iat', 'iss', 'name', 'name#en'],
  ...['name#ko', 'nonce', 'phone_number', 'preferred_username', 'sid', 'sub'],
];

/** The groups that a service receives, and the name of the claim with the groups. */
const serviceGroups = v.strictObject({
  names: v.optional(
    withDescription(
      v.array(text),
      'Names of the groups that the service may receive; by default all groups of the person.',
    ),
  ),
  claim: v.optional(
    withDescription(
      v.pipe(text, v.notValues(OTHER_CLAIM_NAMES, 'is the name of another claim')),
      'Name of the claim in the ID token and in userinfo, and of the attribute in SAML.',
    ),
    'groups',
  ),
});

/** Settings of a service that are independent of its protocol. */
const serviceEntries = {
  initiateLoginUri: v.optional(
    withDescription(
      httpUrl,
      'Address at which the service begins a login. People without a pending request are redirected to this address. If it is missing, the portal does not link to the service.',
    ),
  ),
  serviceName: withDescription(localized, 'Display name of the service.'),
  displayContent: v.optional(
    withDescription(
      v.strictObject({
        ko: withDescription(v.string(), 'In Korean.'),
        en: withDescription(v.string(), 'In English.'),
      }),
      'A notice on the ID entry; if the text is empty, no notice is shown.',
    ),
    { ko: '', en: '' },
  ),
  idOtp: v.optional(
    withDescription(
      v.boolean(),
      'A login may begin with an ID. If idOtp is false and passkey is true, a login can begin only with a passkey.',
    ),
    true,
  ),
  passkey: v.optional(
    withDescription(v.boolean(), 'A login may begin with a passkey, without an ID.'),
    false,
  ),
  qrCode: v.optional(
    withDescription(v.boolean(), 'A login may begin with a QR code that the mobile app reads.'),
    false,
  ),
  groups: v.optional(
    withDescription(
      serviceGroups,
      'Groups of a person that the service receives; by default it receives no groups.',
    ),
  ),
  branding: v.optional(
    withDescription(
      serviceBranding,
      "Logo and colours on the screens of this service's sign-in; by default the portal's logo and colours.",
    ),
  ),
  passwordSecurity: v.optional(
    withDescription(
      passwordSecurity,
      'Password rules of this service. They replace all rules of `passwordSecurity` at the top level of the file, which apply by default.',
    ),
  ),
};

/** An OpenID client service. */
export const client = v.strictObject({
  clientId: withDescription(text, 'client_id of the service, which also names it in policies.'),
  clientSecret: v.optional(
    withDescription(
      v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters')),
      'client_secret of the service. A service without a secret and without keys is a public client, which has to use PKCE.',
    ),
  ),
  tokenEndpointAuthMethod: v.optional(
    withDescription(
      v.picklist(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']),
      'How the service authenticates. By default: a service with a secret by client_secret_basic, a service with jwks or jwksUri by private_key_jwt, and any other service by none.',
    ),
  ),
  jwks: v.optional(
    withDescription(jwks, 'Public keys of the service, with which it authenticates (private_key_jwt).'),
  ),
  jwksUri: v.optional(withDescription(httpUrl, "Address of the service's public keys, instead of jwks.")),
  fapi: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'The service follows the FAPI 2.0 Security Profile: it pushes its requests, uses PKCE, authenticates with its keys and binds its tokens to a key (rule 274). `oidc.fapi` is the default.',
      ),
    ),
  ),
  requirePkce: v.optional(
    withDescription(
      v.boolean(),
      'Refuses requests without PKCE (S256). Such requests of a public client are always refused.',
    ),
    false,
  ),
  deviceFlow: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'The service may sign people in at devices that have no browser (RFC 8628, rule 278). `oidc.deviceFlow` is the default.',
      ),
    ),
  ),
  introspection: v.optional(
    withDescription(
      v.boolean(),
      'The service may look up the person of an access token, and how and when that person signed in (RFC 7662, RFC 9470), as a resource server does. It needs a secret or keys.',
    ),
    false,
  ),
  redirectUris: withDescription(
    v.pipe(v.array(redirectUri), v.minLength(1, 'must name at least one address')),
    'Addresses to which a finished login may return, compared as exact strings.',
  ),
  postLogoutRedirectUris: v.optional(
    withDescription(
      v.array(redirectUri),
      'Addresses to which a sign-out may return, compared as exact strings.',
    ),
    [],
  ),
  backchannelLogoutUri: v.optional(
    v.pipe(httpUrl, v.description('Address that receives a call when a session ends by a sign-out.')),
  ),
  ...serviceEntries,
});

export type ClientService = v.InferOutput<typeof client>;

/** A service of any protocol. */
const service = v.object({ clientId: text, ...serviceEntries });
export type Service = v.InferOutput<typeof service>;

/** A SAML service provider, with the text of its metadata or with the file or federation that has the metadata. */
export const serviceProvider = v.pipe(
  v.strictObject({
    serviceId: withDescription(text, 'Name of the service in the portal: in policies, calls and logs.'),
    metadata: v.optional(v.pipe(text, v.description('The metadata as XML text.'))),
    metadataFile: v.optional(
      v.pipe(
        text,
        v.description(
          'A file with the metadata; a relative path starts at the folder of the configuration file.',
        ),
      ),
    ),
    federation: v.optional(
      v.pipe(text, v.description('Name of the federation whose metadata describes the service.')),
    ),
    entityId: v.optional(
      v.pipe(text, v.description('entityID of the service in the metadata of the federation.')),
    ),
    requireSignedRequests: v.optional(
      v.pipe(
        v.boolean(),
        v.description(
          'Refuses unsigned requests even if the metadata does not say that requests are signed.',
        ),
      ),
      false,
    ),
    ...serviceEntries,
  }),
  v.check(
    ({ metadata, metadataFile, federation }) =>
      [metadata, metadataFile, federation].filter((setting) => setting !== undefined).length === 1,
    'must have exactly one of metadata, metadataFile and federation',
  ),
  v.check(
    ({ federation, entityId }) => (federation === undefined) === (entityId === undefined),
    'must have both federation and entityId, or neither',
  ),
);

type ServiceProviderEntry = v.InferOutput<typeof serviceProvider>;

type ServiceProviderSettings = Omit<
  ServiceProviderEntry,
  'metadata' | 'metadataFile' | 'federation' | 'entityId'
>;

/** A SAML service provider with its parsed metadata. */
export type ServiceProvider = ServiceProviderSettings & {
  readonly metadata: SpMetadata;
  /** Name of the federation whose metadata describes the service provider. */
  readonly federation?: string;
};

/** The settings of a SAML service provider that the metadata of a federation describes. */
export type FederatedService = ServiceProviderSettings & { readonly entityId: string };

/** A SAML service provider of a federation, with the default settings because the configuration does not list it. */
export const unlistedProvider = (
  metadata: SpMetadata,
  serviceName: Localized,
  federation: string,
): ServiceProvider => ({
  ...v.parse(v.object(serviceEntries), { serviceName }),
  serviceId: metadata.entityId,
  requireSignedRequests: false,
  metadata,
  federation,
});
