import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { LabOptions } from '#lab/options.ts';
import { SamlMessageError } from './failure.ts';
import { createIdentityProviderReader, type IdentityProvider } from './identity-provider.ts';
import { readLogoutRequest, signedQueryValues } from './logout-request.ts';

/** Options of a sign-in request: `isForced` is ForceAuthn of SAML, `isPassive` is IsPassive. */
export type SamlSignInOptions = { readonly isForced: boolean; readonly isPassive: boolean };

/** A sign-in that has been requested and not answered yet. */
export type PendingSignIn = {
  /** Time of the request (ISO 8601). */
  readonly requestedAt: string;
  /** Address of the service that receives the response. */
  readonly consumerUrl: string;
  /** Path of the service's page to show after the sign-in. */
  readonly target: string;
};

/** A completed sign-in, which the service stores in its session. */
export type CompletedSignIn = {
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly sessionIndex: string;
  readonly issuer: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Time of the authentication in epoch milliseconds. */
  readonly authenticatedAt: number;
  readonly contextClass: string;
  /** The assertion as received. */
  readonly assertion: string;
};

/** The status with which the portal answers a passive request when it would have to show a page. */
export const NO_PASSIVE = 'NoPassive';

/** The response of the portal to a logout request of the service. */
type SignOutResponse = { readonly kind: 'response' };

/** A request of the portal to end sessions. */
type SignOutRequest = {
  readonly kind: 'request';
  /** Whether the request ends the session of a sign-in. */
  readonly matches: (signedIn: CompletedSignIn) => boolean;
  /** Returns the address with the LogoutResponse, to which the browser has to go. */
  readonly responseUrl: () => Promise<string>;
};

/** A request that a form sends to the address `action` (binding HTTP-POST). */
export type PostedRequest = { readonly action: string; readonly fields: Readonly<Record<string, string>> };

/** A cache for node-saml that contains only the ID of the pending request of this browser. */
const createRequestIdCache = (id: string, pending: PendingSignIn): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (key) => (key === id ? pending.requestedAt : null),
  removeAsync: async (key) => key,
});

/** An XML element of an assertion, in the form of the parser xml2js: `$` contains the attributes, `_` the text. */
type XmlElement = { readonly [name: string]: readonly (XmlElement & { readonly _?: string })[] } & {
  readonly $?: Readonly<Record<string, string>>;
};

/**
 * The sign-in in a response whose signature node-saml has verified.
 * @throws SamlMessageError when the issuer or the recipient is wrong, which node-saml does not check
 */
function verifiedSignIn(profile: Profile, issuer: string, consumerUrl: string): CompletedSignIn {
  if (profile.issuer !== issuer) throw new SamlMessageError('wrong_issuer');
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { readonly Assertion?: XmlElement };
  const confirmation =
    assertion?.['Subject']?.[0]?.['SubjectConfirmation']?.[0]?.['SubjectConfirmationData']?.[0];
  if (confirmation?.$?.['Recipient'] !== consumerUrl) throw new SamlMessageError('wrong_recipient');
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

/** The functions of a SAML 2.0 service provider. */
export type ServiceProvider = ReturnType<typeof createServiceProvider>;

/** Creates the service provider. The metadata of the portal are loaded when they are first needed. */
export function createServiceProvider({
  now,
  portalUrl,
  provider,
}: Pick<LabOptions, 'now' | 'portalUrl' | 'provider'>) {
  const readIdentityProvider = createIdentityProviderReader(portalUrl, now);
  /** node-saml requires an address for sign-in responses, which logout messages do not use. */
  const unusedConsumerUrl = `${portalUrl}/unused`;

  const createSaml = (
    idp: IdentityProvider,
    consumerUrl: string,
    furtherOptions: Partial<ConstructorParameters<typeof SAML>[0]> = {},
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
      ...furtherOptions,
    });

  return {
    /** Returns the SAML metadata of the service. */
    async metadata(consumerUrl: string): Promise<string> {
      return createSaml(await readIdentityProvider(), consumerUrl).generateServiceProviderMetadata(
        null,
        provider.certificate,
      );
    },

    /** Returns the address at the portal with a new request that has the given ID. */
    async beginByRedirect(
      id: string,
      options: SamlSignInOptions,
      consumerUrl: string,
      relayState: string,
    ): Promise<string> {
      const saml = createSaml(await readIdentityProvider(), consumerUrl, {
        generateUniqueId: () => id,
        forceAuthn: options.isForced,
        passive: options.isPassive,
      });
      return saml.getAuthorizeUrlAsync(relayState, undefined, {});
    },

    /** Returns the form that posts a new request with the given ID to the portal. */
    async beginByPost(
      id: string,
      options: SamlSignInOptions,
      consumerUrl: string,
      relayState: string,
    ): Promise<PostedRequest> {
      const idp = await readIdentityProvider();
      const saml = createSaml(idp, consumerUrl, {
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
     * Verifies a response and returns the completed sign-in; NO_PASSIVE when the portal could not answer a passive request.
     * @throws Error of node-saml for a refusal or an invalid response
     */
    async finish(
      samlResponse: string,
      id: string,
      pending: PendingSignIn,
    ): Promise<CompletedSignIn | typeof NO_PASSIVE> {
      const idp = await readIdentityProvider();
      const saml = createSaml(idp, pending.consumerUrl, {
        validateInResponseTo: ValidateInResponseTo.always,
        cacheProvider: createRequestIdCache(id, pending),
      });
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse });
      return profile ? verifiedSignIn(profile, idp.entityId, pending.consumerUrl) : NO_PASSIVE;
    },

    /** Returns the address that signs the person out at the portal, too. */
    async signOutUrl(
      { nameId, nameIdFormat, sessionIndex, issuer }: CompletedSignIn,
      relayState: string,
    ): Promise<string> {
      const saml = createSaml(await readIdentityProvider(), unusedConsumerUrl);
      return saml.getLogoutUrlAsync(
        { nameID: nameId, nameIDFormat: nameIdFormat, sessionIndex, issuer },
        relayState,
        {},
      );
    },

    /**
     * Verifies a signed logout message of the portal: the response to a request of the service, or a request to end sessions.
     * @param query the query of the address, as received
     * @param address the destination that a request must have
     * @throws Error of node-saml, or SamlMessageError
     */
    async readLogoutMessage(query: string, address: string): Promise<SignOutResponse | SignOutRequest> {
      const values = signedQueryValues(query);
      const saml = createSaml(await readIdentityProvider(), unusedConsumerUrl);
      const { SAMLRequest: request, SAMLResponse: response } = values;
      const { profile } = await saml.validateRedirectAsync({ ...values }, query);
      if (response !== undefined && request === undefined) return { kind: 'response' };
      const { destination, sessionIndexes } = readLogoutRequest(request ?? '');
      if (!profile || destination !== address) throw new SamlMessageError('wrong_destination');
      return {
        kind: 'request',
        matches: ({ nameId, sessionIndex }) =>
          nameId === profile.nameID && (sessionIndexes.length === 0 || sessionIndexes.includes(sessionIndex)),
        responseUrl: () => saml.getLogoutResponseUrlAsync(profile, values['RelayState'] ?? '', {}, true),
      };
    },
  };
}
