import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { LabOptions } from '#lab/options.ts';
import { AssertionError } from './failure.ts';
import { type IdentityProvider, identityProviderAt } from './identity-provider.ts';
import { readLogoutRequest, signedValues } from './logout-request.ts';

/** Options of a sign-in request. */
export type SamlSignInOptions = { readonly isForced: boolean; readonly isPassive: boolean };

/** A sign-in between redirect and callback. */
export type PendingSignIn = {
  /** ISO time at which the request was made. */
  readonly requestedAt: string;
  /** Address of the service that receives the answer. */
  readonly consumerUrl: string;
  /** Path of the service to show after signing in. */
  readonly target: string;
};

/** The service's session after a sign-in. */
export type CompletedSignIn = {
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly sessionIndex: string;
  readonly issuer: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds of the authentication. */
  readonly authenticatedAt: number;
  readonly contextClass: string;
  /** The assertion as received. */
  readonly assertion: string;
};

/** The portal's status for a passive request without a session. */
export const NO_PASSIVE = 'NoPassive';

/** The portal's answer to a sign-out of the service. */
type SignOutResponse = { readonly kind: 'answer' };

/** The portal requests that sessions end. */
type SignOutRequest = {
  readonly kind: 'request';
  readonly matches: (signedIn: CompletedSignIn) => boolean;
  /** Address that receives the LogoutResponse. */
  readonly responseUrl: () => Promise<string>;
};

/** A request that a form posts (HTTP-POST). */
export type PostedRequest = { readonly action: string; readonly fields: Readonly<Record<string, string>> };

/** The id of the pending request of this browser, in the form of node-saml's cache. */
const requestIdCache = (id: string, pending: PendingSignIn): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (key) => (key === id ? pending.requestedAt : null),
  removeAsync: async (key) => key,
});

/** One element of an assertion as xml2js reads it. */
type XmlElement = { readonly [name: string]: readonly (XmlElement & { readonly _?: string })[] } & {
  readonly $?: Readonly<Record<string, string>>;
};

/** The sign-in in a verified response. Checks issuer and recipient, which node-saml does not check. */
function signInOf(profile: Profile, issuer: string, consumerUrl: string): CompletedSignIn {
  if (profile.issuer !== issuer) throw new AssertionError('wrong_issuer');
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { readonly Assertion?: XmlElement };
  const confirmation =
    assertion?.['Subject']?.[0]?.['SubjectConfirmation']?.[0]?.['SubjectConfirmationData']?.[0];
  if (confirmation?.$?.['Recipient'] !== consumerUrl) throw new AssertionError('wrong_recipient');
  const statement = assertion?.['AuthnStatement']?.[0];
  return {
    nameId: profile.nameID,
    nameIdFormat: profile.nameIDFormat,
    sessionIndex: profile.sessionIndex ?? '',
    issuer: profile.issuer,
    attributes: (profile['attributes'] ?? {}) as CompletedSignIn['attributes'],
    authenticatedAt: Date.parse(statement?.$?.['AuthnInstant'] ?? ''),
    contextClass: statement?.['AuthnContext']?.[0]?.['AuthnContextClassRef']?.[0]?._ ?? '',
    assertion: profile.getAssertionXml?.() ?? '',
  };
}

/** The demo service's side of SAML 2.0. */
export type ServiceProvider = ReturnType<typeof createServiceProvider>;

/** Creates the service provider; the portal's metadata is read when it is first needed. */
export function createServiceProvider({
  now,
  portalUrl,
  provider,
}: Pick<LabOptions, 'now' | 'portalUrl' | 'provider'>) {
  const identityProvider = identityProviderAt(portalUrl, now);

  const samlOf = (
    idp: IdentityProvider,
    consumerUrl: string,
    more: Partial<ConstructorParameters<typeof SAML>[0]> = {},
  ): SAML =>
    new SAML({
      callbackUrl: consumerUrl,
      entryPoint: idp.ssoByRedirect,
      logoutUrl: idp.sloByRedirect,
      issuer: provider.entityId,
      audience: provider.entityId,
      idpCert: [...idp.certificates],
      idpIssuer: idp.entityId,
      privateKey: provider.privateKey,
      publicCert: provider.certificate,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: true,
      ...more,
    });

  return {
    /** The service's own metadata. */
    async metadata(consumerUrl: string): Promise<string> {
      return samlOf(await identityProvider(), consumerUrl).generateServiceProviderMetadata(
        null,
        provider.certificate,
      );
    },

    /** The address at the portal with a request of this ID. */
    async beginByRedirect(
      id: string,
      options: SamlSignInOptions,
      consumerUrl: string,
      relayState: string,
    ): Promise<string> {
      const saml = samlOf(await identityProvider(), consumerUrl, {
        generateUniqueId: () => id,
        forceAuthn: options.isForced,
        passive: options.isPassive,
      });
      return saml.getAuthorizeUrlAsync(relayState, undefined, {});
    },

    /** The form that posts a request with this ID to the portal. */
    async beginByPost(
      id: string,
      options: SamlSignInOptions,
      consumerUrl: string,
      relayState: string,
    ): Promise<PostedRequest> {
      const idp = await identityProvider();
      const saml = samlOf(idp, consumerUrl, {
        generateUniqueId: () => id,
        forceAuthn: options.isForced,
        passive: options.isPassive,
        entryPoint: idp.ssoByPost,
        authnRequestBinding: 'HTTP-POST',
        skipRequestCompression: true,
      });
      const message = await saml.getAuthorizeMessageAsync(relayState);
      const fields = Object.entries(message).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)]],
      );
      return { action: idp.ssoByPost, fields: Object.fromEntries(fields) };
    },

    /**
     * The sign-in in a response; NO_PASSIVE after a passive request without a session.
     * @throws Error of node-saml for a refusal or an invalid response.
     */
    async finish(
      samlResponse: string,
      id: string,
      pending: PendingSignIn,
    ): Promise<CompletedSignIn | typeof NO_PASSIVE> {
      const idp = await identityProvider();
      const saml = samlOf(idp, pending.consumerUrl, {
        validateInResponseTo: ValidateInResponseTo.always,
        cacheProvider: requestIdCache(id, pending),
      });
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse });
      return profile ? signInOf(profile, idp.entityId, pending.consumerUrl) : NO_PASSIVE;
    },

    /** The address that also signs out of the portal. */
    async signOutUrl(
      { nameId, nameIdFormat, sessionIndex, issuer }: CompletedSignIn,
      relayState: string,
    ): Promise<string> {
      const saml = samlOf(await identityProvider(), `${portalUrl}/unused`);
      return saml.getLogoutUrlAsync(
        { nameID: nameId, nameIDFormat: nameIdFormat, sessionIndex, issuer },
        relayState,
        {},
      );
    },

    /**
     * Verifies a signed logout message of the portal: a response to the service's request, or a request to end
     * sessions.
     * @param query as received.
     * @param address the destination that a request has to name.
     * @throws Error of node-saml, or AssertionError.
     */
    async readLogoutMessage(query: string, address: string): Promise<SignOutResponse | SignOutRequest> {
      const values = signedValues(query);
      const saml = samlOf(await identityProvider(), `${portalUrl}/unused`);
      const { SAMLRequest: request, SAMLResponse: response } = values;
      const { profile } = await saml.validateRedirectAsync({ ...values }, query);
      if (response !== undefined && request === undefined) return { kind: 'answer' };
      const { destination, sessionIndexes } = readLogoutRequest(request ?? '');
      if (!profile || destination !== address) throw new AssertionError('wrong_destination');
      return {
        kind: 'request',
        matches: ({ nameId, sessionIndex }) =>
          nameId === profile.nameID && (sessionIndexes.length === 0 || sessionIndexes.includes(sessionIndex)),
        responseUrl: () => saml.getLogoutResponseUrlAsync(profile, values['RelayState'] ?? '', {}, true),
      };
    },
  };
}
