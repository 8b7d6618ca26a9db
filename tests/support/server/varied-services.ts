import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import { hashAnswer } from '#server/login/password/answer.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { serviceOf, twoSteps } from '#tests/support/server/config-parts.ts';
import { fetchAppLink, registerApp } from './app-registration.ts';
import { CHEAP_HASHING, type TestServer } from './server.ts';

/**
 * Services that are named after their policies: `plain` without a password gate, `gated` with a password gate, `stepped`
 * with two steps, `sole` with the password alone. Each service has a twin: a second service with the same policy.
 */
const SERVICES = ['plain', 'gated', 'stepped', 'sole'] as const;
/** A SAML service with the policy of `plain`. This service has a twin, too. */
const SAML_SERVICE = 'signed';
export type Service = (typeof SERVICES)[number] | typeof SAML_SERVICE;

export const twinOf = (service: string): string => `${service}-twin`;

const METHODS = ['emergencyCode', 'pw', 'sms', 'internalMail', 'privateMail', 'hwOtp', 'push', 'fido2Token'];
const SELF_AUTH = ['sms', 'internalMail', 'privateMail', 'push'];

const POLICIES: Readonly<Record<(typeof SERVICES)[number], object>> = {
  plain: {
    authType: 'otp',
    methods: METHODS,
    selfAuth: SELF_AUTH,
    cubeLogin: ['sms', 'qrCode', 'offline'],
    management: true,
  },
  gated: { authType: 'other', methods: ['sms', 'push', 'fido2Token'], selfAuth: SELF_AUTH },
  stepped: {
    ...twoSteps({ sms: 1, internalMail: 2, fido2Token: 3, qrCode: 4, push: 5 }),
    selfAuth: SELF_AUTH,
    management: true,
    offerPasskey: true,
  },
  sole: { authType: 'other', methods: ['pw'], selfAuth: SELF_AUTH },
};

const withTwin = (service: Service): readonly string[] => [service, twinOf(service)];

const clientOf = (clientId: string) =>
  serviceOf(clientId, { initiateLoginUri: `https://${clientId}.example/`, passkey: true, qrCode: true });

const providerOf = (serviceId: string) => ({
  serviceId,
  metadata: `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://${serviceId}.example/sp">
<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://${serviceId}.example/acs" index="0"/>
</md:SPSSODescriptor></md:EntityDescriptor>`,
  serviceName: { ko: serviceId, en: serviceId },
});

/** A person with a password (`person`), without a password (`bare`), or with a password that has to be changed (`fresh`). */
type PersonKind = 'person' | 'bare' | 'fresh';

const UNREACHABLE_LIMIT = 1_000_000;

/** The configuration of a server whose services have different policies, and whose limits no test reaches. */
export const VARIED_SERVICES = {
  clients: SERVICES.flatMap(withTwin).map(clientOf),
  serviceProviders: withTwin(SAML_SERVICE).map(providerOf),
  policies: SERVICES.map((service) => ({
    id: service,
    clients: service === 'plain' ? [...withTwin(service), ...withTwin(SAML_SERVICE)] : withTwin(service),
    ...POLICIES[service],
  })),
  session: { idleMinutes: 60 },
  limits: {
    failuresPerMinute: UNREACHABLE_LIMIT,
    sends: { perAccount: UNREACHABLE_LIMIT, perAddress: UNREACHABLE_LIMIT, perSession: UNREACHABLE_LIMIT },
    identitySends: { perPerson: UNREACHABLE_LIMIT },
    qrCodes: { perAddress: UNREACHABLE_LIMIT, perSession: UNREACHABLE_LIMIT },
  },
};

/** Returns a function that creates a person and returns the ID of the person. */
export async function personFactory({ portal }: Pick<TestServer, 'portal'>) {
  const hash = await hashPassword(SEED_PASSWORD, CHEAP_HASHING);
  const answer = await hashAnswer('제주도', CHEAP_HASHING);
  let personCount = 0;
  return async (kind: PersonKind = 'person'): Promise<string> => {
    personCount += 1;
    const userId = `${kind}-${personCount}`;
    const entry = {
      userId,
      name: { ko: '가온', en: 'Gaon' },
      phoneNumber: `010-1234-${1000 + personCount}`,
      internalMail: `${userId}@mail.example`,
      privateMail: `${userId}@home.example`,
      ...(kind === 'fresh' && { initialPassword: true }),
    };
    await portal.accounts.add(v.parse(account, entry), kind === 'bare' ? null : hash);
    if (kind === 'person') await portal.answers.set(userId, { questionId: 'book', hash: answer });
    return userId;
  };
}

/** Registers a mobile app for a person, as the app does, and returns the key of the app. */
export async function registerAppOf({ portal, browser }: TestServer, userId: string): Promise<string> {
  const key = `${userId}-`.padEnd(43, 'k');
  const uuid = `00000000-0000-4000-8000-${userId.replaceAll(/\D/g, '').padStart(12, '0')}`;
  const link = await fetchAppLink(browser(), await portal.provisionLinks.issue(userId));
  const done = await registerApp(browser(), link, { key, uuid });
  if (done.status !== 200) throw new Error(done.text);
  return key;
}
