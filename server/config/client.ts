import * as v from 'valibot';
import { PASSWORD_LEVELS } from '#wire/password-rules.ts';
import type { SpMetadata } from './saml/service-provider.ts';
import { httpUrl, localized, redirectUri, text } from './values.ts';

/** Ways of self-authentication that password flows offer, and what those flows ask (spec section 3). */
export const passwordSecurity = v.strictObject({
  sms: v.optional(v.boolean(), true),
  internalMail: v.optional(v.boolean(), true),
  privateMail: v.optional(v.boolean(), true),
  mobileOtp: v.optional(v.boolean(), true),
  push: v.optional(v.boolean(), true),
  selfAuthMethodWhenPwChange: v.optional(v.picklist(['selfAuthOrQnA', 'selfAuth', 'QnA']), 'selfAuthOrQnA'),
  passwordReuseLimit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 3),
  provideAuthPortalPwChange: v.optional(v.boolean(), true),
  level: v.optional(
    v.pipe(v.picklist(PASSWORD_LEVELS), v.description('Strength that a new password needs: 1, 2 or 3.')),
    3,
  ),
  refuseCommon: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Refuse the commonest passwords; without it they are refused at level 3.'),
    ),
  ),
  passwordDays: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description('Days for which a new password is good; 0: it does not expire.'),
    ),
    0,
  ),
});

export type PasswordSetting = v.InferOutput<typeof passwordSecurity>;

/** What the portal shows and allows for a service, whatever protocol it speaks. */
const serviceEntries = {
  initiateLoginUri: v.optional(httpUrl),
  serviceName: localized,
  displayContent: v.optional(v.strictObject({ ko: v.string(), en: v.string() }), { ko: '', en: '' }),
  idOtp: v.optional(v.boolean(), true),
  passkey: v.optional(v.boolean(), false),
  qrCode: v.optional(v.boolean(), false),
  passwordSecurity: v.optional(passwordSecurity),
};

/** An OpenID client service. Without a secret it is a public client, which has to use PKCE. */
export const client = v.strictObject({
  clientId: text,
  clientSecret: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  tokenEndpointAuthMethod: v.optional(v.picklist(['client_secret_basic', 'client_secret_post', 'none'])),
  requirePkce: v.optional(v.boolean(), false),
  redirectUris: v.pipe(v.array(redirectUri), v.minLength(1, 'must name at least one address')),
  postLogoutRedirectUris: v.optional(v.array(redirectUri), []),
  backchannelLogoutUri: v.optional(
    v.pipe(httpUrl, v.description('Is told by a call when a session ends by a sign-out.')),
  ),
  ...serviceEntries,
});

export type ClientService = v.InferOutput<typeof client>;

/** A service as the portal knows it: its id, and what it shows and allows. */
const service = v.object({ clientId: text, ...serviceEntries });
export type Service = v.InferOutput<typeof service>;

/**
 * A SAML service provider. It is known by its metadata; `serviceId` is its name in the portal: in
 * policies, calls and logs.
 */
export const serviceProvider = v.pipe(
  v.strictObject({
    serviceId: text,
    metadata: v.optional(v.pipe(text, v.description('The metadata itself.'))),
    metadataFile: v.optional(
      v.pipe(text, v.description('A file that holds the metadata; a relative path starts at this file.')),
    ),
    requireSignedRequests: v.optional(
      v.pipe(
        v.boolean(),
        v.description('Refuse unsigned requests even if the metadata does not say that requests are signed.'),
      ),
      false,
    ),
    ...serviceEntries,
  }),
  v.check(
    ({ metadata, metadataFile }) => (metadata === undefined) !== (metadataFile === undefined),
    'must have either metadata or metadataFile',
  ),
);

type ServiceProviderEntry = v.InferOutput<typeof serviceProvider>;

/** A SAML service provider whose metadata is read. */
export type ServiceProvider = Omit<ServiceProviderEntry, 'metadata' | 'metadataFile'> & {
  readonly metadata: SpMetadata;
};
