/** The password of every account in the cluster. */
export const PASSWORD = 'Cluster!1';

/** The redirect URI of the OpenID service. Nothing listens there. */
export const CALLBACK = 'http://localhost:1/callback';

/** The OpenID service. */
export const CLIENT = { id: 'wiki', secret: 'the-secret-of-the-wiki-in-the-cluster' };

/** The parameters of an authorization request of the OpenID service. */
export const authorizationQuery = (prompt?: string): URLSearchParams =>
  new URLSearchParams({
    client_id: CLIENT.id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    ...(prompt && { prompt }),
  });

/** The path and query of an authorization request of the OpenID service. */
export const authorizationPath = (prompt?: string): string =>
  `/oauth2/authorize?${authorizationQuery(prompt)}`;

/** The value of the header `Authorization` with which the service authenticates (RFC 6749, section 2.3.1). */
export const basicAuthorization = ({ id, secret }: typeof CLIENT): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** The ID of the SAML service. */
export const SAML_SERVICE_ID = 'expenses';

/** The origin of the SAML service. Nothing listens there. */
export const SP_ORIGIN = 'http://localhost:2';

/** The user ID of the account with a number. These accounts have a password and a mobile app. */
export const userIdAt = (index: number): string => `person-${index}`;

/** The user ID of an additional account, at which tests try wrong passwords. */
export const GUESSED_USER_ID = 'guessed';

/** The bearer key of the mobile app of an account. */
export const appKeyOf = (userId: string): string => `${userId}-`.padEnd(32, 'k');

/** The phone number of an account, for codes by SMS. */
export const phoneNumberOf = (userId: string): string => `010-${userId}`;

/** The SAML metadata of the SAML service. */
const SAML_METADATA = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${SP_ORIGIN}/sp">
<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${SP_ORIGIN}/acs" index="0"/>
</md:SPSSODescriptor></md:EntityDescriptor>`;

/** A limit that no test reaches. */
const UNLIMITED = 1_000_000;

/**
 * The configuration of every portal in the cluster.
 * @param people number of accounts with a password and a mobile app
 */
export const clusterConfig = (publicUrl: string, passwordHash: string, people: number) => ({
  publicUrl,
  trustProxy: true,
  clients: [
    {
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      redirectUris: [CALLBACK],
      serviceName: { ko: '위키', en: 'Wiki' },
      qrCode: true,
    },
  ],
  serviceProviders: [
    { serviceId: SAML_SERVICE_ID, metadata: SAML_METADATA, serviceName: { ko: '경비', en: 'Expenses' } },
  ],
  policies: [
    {
      id: 'all',
      authType: 'otp',
      methods: ['pw', 'push', 'emergencyCode', 'sms', 'fido2Token'],
      selfAuth: ['sms'],
      management: true,
    },
  ],
  accounts: [GUESSED_USER_ID, ...Array.from({ length: people }, (_, index) => userIdAt(index))].map(
    (userId) => {
      const app = { uuid: `${userId}-phone`, os: 'iOS', appVersion: '1', deviceName: 'Phone' };
      return {
        userId,
        name: { ko: userId, en: userId },
        passwordHash,
        phoneNumber: phoneNumberOf(userId),
        tokens: { mobileApp: { ...app, key: appKeyOf(userId) } },
      };
    },
  ),
  limits: {
    failuresPerMinute: UNLIMITED,
    sends: { perAccount: UNLIMITED, perAddress: UNLIMITED, perSession: UNLIMITED },
    identitySends: { perPerson: UNLIMITED },
    qrCodes: { perAddress: UNLIMITED, perSession: UNLIMITED },
    requests: { perAddress: UNLIMITED, perBrowser: UNLIMITED },
  },
});

export type ClusterConfig = ReturnType<typeof clusterConfig>;
