/** The password of all people in the cluster. */
export const PASSWORD = 'Cluster!1';

export const CALLBACK = 'http://localhost:1/callback';
export const CLIENT = { id: 'wiki', secret: 'the-secret-of-the-wiki-in-the-cluster' };

/** The parameters of the service's authorization request. */
export const authorizationQuery = (prompt?: string): URLSearchParams =>
  new URLSearchParams({
    client_id: CLIENT.id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    ...(prompt && { prompt }),
  });

/** The path of the service's authorization request. */
export const authorization = (prompt?: string): string => `/oauth2/authorize?${authorizationQuery(prompt)}`;

/** The client authentication of the service (RFC 6749, section 2.3.1). */
export const basicOf = ({ id, secret }: typeof CLIENT): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export const SERVICE = 'expenses';
export const SP_ORIGIN = 'http://localhost:2';

/** A user ID with a password and a mobile app. */
export const personNamed = (index: number): string => `person-${index}`;

/** The user ID whose password is guessed. */
export const GUESSED_USER_ID = 'guessed';

/** The key of a person's mobile app. */
export const keyOf = (userId: string): string => `${userId}-`.padEnd(32, 'k');

/** The phone number of a person, for codes by SMS. */
export const phoneOf = (userId: string): string => `010-${userId}`;

const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${SP_ORIGIN}/sp">
<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${SP_ORIGIN}/acs" index="0"/>
</md:SPSSODescriptor></md:EntityDescriptor>`;

const UNLIMITED = 1_000_000;

/** The configuration of every portal in the cluster. */
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
  serviceProviders: [{ serviceId: SERVICE, metadata, serviceName: { ko: '경비', en: 'Expenses' } }],
  policies: [
    {
      id: 'all',
      authType: 'otp',
      methods: ['pw', 'push', 'emergencyCode', 'sms', 'fido2Token'],
      selfAuth: ['sms'],
      management: true,
    },
  ],
  accounts: [GUESSED_USER_ID, ...Array.from({ length: people }, (_, index) => personNamed(index))].map(
    (userId) => {
      const app = { uuid: `${userId}-phone`, os: 'iOS', appVersion: '1', deviceName: 'Phone' };
      return {
        userId,
        name: { ko: userId, en: userId },
        passwordHash,
        phoneNumber: phoneOf(userId),
        tokens: { mobileApp: { ...app, key: keyOf(userId) } },
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
