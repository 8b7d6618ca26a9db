import * as v from 'valibot';
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
});

/** An OpenID client service. Without a secret it is a public client, which has to use PKCE. */
export const client = v.strictObject({
  clientId: text,
  clientSecret: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  tokenEndpointAuthMethod: v.optional(v.picklist(['client_secret_basic', 'client_secret_post', 'none'])),
  requirePkce: v.optional(v.boolean(), false),
  redirectUris: v.pipe(v.array(redirectUri), v.minLength(1, 'must name at least one address')),
  postLogoutRedirectUris: v.optional(v.array(redirectUri), []),
  initiateLoginUri: v.optional(httpUrl),
  serviceName: localized,
  displayContent: v.optional(v.strictObject({ ko: v.string(), en: v.string() }), { ko: '', en: '' }),
  idOtp: v.optional(v.boolean(), true),
  passkey: v.optional(v.boolean(), false),
  qrCode: v.optional(v.boolean(), false),
  passwordSecurity: v.optional(passwordSecurity),
});

export type ClientService = v.InferOutput<typeof client>;
