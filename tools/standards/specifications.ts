/** How far a specification is implemented. */
export type Status = 'complete' | 'in part' | 'off by default' | 'absent';

/** A standard, and how far the portal implements it. */
export type Specification = {
  readonly name: string;
  readonly status: Status;
  /** What is implemented or missing, or the setting that turns the implementation on. */
  readonly remark?: string;
  /** Patterns of the paths of the tests that show the status. */
  readonly tests: readonly string[];
};

/** Specifications about the same subject. */
export type Family = { readonly title: string; readonly specifications: readonly Specification[] };

const OPENID_TESTS = 'tests/conformance/openid.test.ts';
const FAPI_TESTS = 'tests/conformance/fapi.test.ts';

/** The specifications that the portal implements, by family. */
export const FAMILIES: readonly Family[] = [
  {
    title: 'OpenID Connect and OAuth 2.0',
    specifications: [
      {
        name: 'OpenID Connect Core 1.0',
        status: 'in part',
        remark:
          'the code flow; without implicit and hybrid flows, request objects, the `address` scope, refresh tokens, encryption and pairwise subjects',
        tests: [OPENID_TESTS, 'tests/server/oidc/*.test.ts'],
      },
      {
        name: 'OpenID Connect Discovery 1.0',
        status: 'in part',
        remark: 'the metadata; without WebFinger',
        tests: [OPENID_TESTS],
      },
      {
        name: 'OAuth 2.0 Form Post Response Mode',
        status: 'complete',
        tests: [OPENID_TESTS, 'tests/server/oidc/forms.test.ts'],
      },
      { name: 'OpenID Connect RP-Initiated Logout 1.0', status: 'complete', tests: [OPENID_TESTS] },
      {
        name: 'OpenID Connect Back-Channel Logout 1.0',
        status: 'complete',
        tests: [OPENID_TESTS, 'tests/server/oidc/backchannel-logout.test.ts'],
      },
      {
        name: 'OpenID Connect Front-Channel Logout 1.0, Session Management 1.0',
        status: 'absent',
        remark: 'browsers block the third-party cookies that these specifications need',
        tests: [],
      },
      { name: 'OpenID Connect Dynamic Client Registration 1.0', status: 'absent', tests: [] },
      {
        name: 'OAuth 2.0 (RFC 6749, RFC 6750)',
        status: 'in part',
        remark: 'the authorization code grant; access tokens only for userinfo',
        tests: [OPENID_TESTS],
      },
      {
        name: 'PKCE (RFC 7636)',
        status: 'in part',
        remark: 'only `S256`',
        tests: [OPENID_TESTS, 'tests/server/oidc/best-practice.test.ts'],
      },
      {
        name: 'Security Best Current Practice (RFC 9700)',
        status: 'complete',
        remark: '[security.md](security.md) goes through its sections',
        tests: ['tests/server/oidc/best-practice.test.ts'],
      },
      { name: 'Issuer identification (RFC 9207)', status: 'complete', tests: [OPENID_TESTS] },
      {
        name: 'Pushed authorization requests (RFC 9126)',
        status: 'off by default',
        remark: '`oidc.par`',
        tests: ['tests/server/oidc/extensions.test.ts', FAPI_TESTS],
      },
      {
        name: 'DPoP (RFC 9449)',
        status: 'off by default',
        remark: '`oidc.dpop`; without nonces from the server',
        tests: ['tests/server/oidc/extensions.test.ts', FAPI_TESTS],
      },
      {
        name: 'FAPI 2.0 Security Profile',
        status: 'off by default',
        remark:
          '`fapi` of a service, or `oidc.fapi` for all: with `private_key_jwt` and DPoP; without mutual TLS',
        tests: [FAPI_TESTS],
      },
      {
        name: 'Client authentication by JWT (RFC 7523, `private_key_jwt`)',
        status: 'complete',
        remark:
          'with PS256, ES256 and EdDSA; the keys of a service are in the configuration file or at an address',
        tests: [FAPI_TESTS],
      },
      {
        name: 'Device authorization grant (RFC 8628)',
        status: 'off by default',
        remark: '`deviceFlow` of a service, or `oidc.deviceFlow` for all',
        tests: ['tests/server/oidc/device-flow.test.ts', 'tests/server/device-sign-in.test.ts'],
      },
      {
        name: 'Token introspection (RFC 7662)',
        status: 'off by default',
        remark: '`introspection` of a service',
        tests: ['tests/server/oidc/extensions.test.ts'],
      },
      {
        name: 'Step-up authentication challenge (RFC 9470), as an authorization server',
        status: 'complete',
        remark:
          '`acr_values` and `max_age` in every request; `acr` and `auth_time` of a token through introspection; tested with the resource server of the lab',
        tests: ['tests/lab/service.test.ts', 'tests/e2e/journeys/second-step-sign-in.test.ts'],
      },
      { name: 'Token revocation (RFC 7009)', status: 'absent', tests: [] },
    ],
  },
  {
    title: 'SAML 2.0, as an identity provider (saml-conformance-2.0-os, table 2)',
    specifications: [
      {
        name: 'Web SSO, `AuthnRequest` by HTTP-Redirect and HTTP-POST',
        status: 'complete',
        tests: ['tests/server/saml/{journey,signed-requests,required-signature,refusals}.test.ts'],
      },
      {
        name: 'Web SSO, `Response` by HTTP-POST',
        status: 'complete',
        remark: 'response and assertion are signed; assertions are not encrypted',
        tests: ['tests/server/saml/answers.test.ts'],
      },
      {
        name: 'Web SSO by HTTP-Artifact, artifact resolution by SOAP',
        status: 'absent',
        tests: [],
      },
      { name: 'Enhanced Client/Proxy (ECP), PAOS', status: 'absent', tests: [] },
      {
        name: 'Single Logout, started at either side, by HTTP-Redirect and HTTP-POST',
        status: 'complete',
        remark:
          'tested with mod_auth_mellon 0.18.1, SimpleSAMLphp 1.19.7, node-saml 5.1.0, pysaml2 7.5.5 and Keycloak 26.4.0 as a broker, together with mod_auth_openidc 2.4.12.3: a logout that is started at any of these services or at the portal signs out of all; a service that does not answer can be skipped, and is named on the page or reported as `PartialLogout`',
        tests: ['tests/server/saml/{logout-round,sign-outs}.test.ts'],
      },
      { name: 'Single Logout by SOAP', status: 'absent', tests: [] },
      {
        name: 'Name identifier management and mapping',
        status: 'absent',
        tests: [],
      },
      {
        name: 'Identity provider discovery (cookie)',
        status: 'absent',
        tests: [],
      },
      { name: 'XML encryption', status: 'absent', tests: [] },
      {
        name: 'Metadata',
        status: 'in part',
        remark:
          "the portal's own metadata contains the next key before it is used; the metadata of a service is in a file of the operator; signed aggregates of up to 10 MB are fetched from an address, with pinned keys",
        tests: [
          'tests/server/saml/{keys,rotation,federation}.test.ts',
          'tests/server/config-service-providers.test.ts',
        ],
      },
      {
        name: '`ForceAuthn`, `IsPassive`, `Subject`, `RequestedAuthnContext`',
        status: 'complete',
        tests: ['tests/server/saml/single-sign-on.test.ts'],
      },
    ],
  },
  {
    title: 'Authenticators and push',
    specifications: [
      {
        name: 'WebAuthn Level 3, as a relying party',
        status: 'in part',
        remark:
          'attestation is off by default; lists of revoked certificates are not fetched; conditional create is tested in a Chromium whose page passes it to a virtual authenticator, since Chromium itself passes it only to its password manager',
        tests: [
          'tests/server/{register-passkey,passkey-registration,passkey-models,passkey-offer,methods/passkey}.test.ts',
          'tests/e2e/journeys/passkey-offer.test.ts',
        ],
      },
      {
        name: 'FIDO Metadata Service 3.0, as a relying party',
        status: 'in part',
        remark: 'off by default; the operator supplies the file, nothing is fetched',
        tests: ['tests/server/passkey-models.test.ts'],
      },
      {
        name: 'HOTP and TOTP (RFC 4226, RFC 6238)',
        status: 'complete',
        tests: ['tests/server/methods/{vectors,otp-card,mobile-otp}.test.ts'],
      },
      {
        name: 'Web Push (RFC 8030, RFC 8188, RFC 8291, RFC 8292)',
        status: 'complete',
        remark: 'as an application server',
        tests: ['tests/server/web-push/*.test.ts'],
      },
    ],
  },
  {
    title: 'Security events',
    specifications: [
      {
        name: 'OpenID Shared Signals Framework 1.0, as a transmitter',
        status: 'in part',
        remark:
          'the operator creates, changes and ends a stream for each receiver; a stream is about all people; status, verification, removed and added subjects, only in the format `iss_sub`; delivery only by push',
        tests: ['tests/server/security-events.test.ts'],
      },
      {
        name: 'CAEP 1.0',
        status: 'in part',
        remark:
          '`session-revoked` and `credential-change` with their required claims; no other event, and none of the optional claims (`event_timestamp`, `initiating_entity`, `reason_admin`, `reason_user`)',
        tests: ['tests/server/security-events.test.ts'],
      },
      {
        name: 'Security event tokens (RFC 8417)',
        status: 'complete',
        remark: 'signed with RS256; one event in each token; without `txn` and `toe`',
        tests: ['tests/server/security-events.test.ts'],
      },
      {
        name: 'Delivery by push (RFC 8935), as a transmitter',
        status: 'in part',
        remark:
          'the `err` of a refusal is not read: an event that is refused with 400 is sent again at growing intervals for a day, as after a fault',
        tests: ['tests/server/security-events.test.ts'],
      },
    ],
  },
  {
    title: 'Accounts',
    specifications: [
      {
        name: 'SCIM 2.0 (RFC 7643, RFC 7644)',
        status: 'in part',
        remark:
          'users and groups; without bulk, sorting and `/Me`; the help desk calls `/Users` with its session; scim2-tester 0.5.2 passes 71 or 72 of 76 checks, and [operations.md](operations.md) explains the others',
        tests: ['tests/server/administration/scim/*.test.ts', 'tests/server/desk/scim.test.ts'],
      },
      {
        name: 'Cursor-based pagination of SCIM (RFC 9865)',
        status: 'in part',
        remark: 'only for the help desk; only forward, without `totalResults` and without discovery',
        tests: ['tests/server/desk/scim.test.ts'],
      },
      {
        name: 'LDAP (RFC 4511), as a client',
        status: 'in part',
        remark: 'bind and search',
        tests: ['tests/server/directory/*.test.ts'],
      },
    ],
  },
];
