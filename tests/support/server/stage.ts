import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import { kept } from '#server/login/password/answer.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { TestServer } from './server.ts';

const CHEAP = { cost: 2, blockSize: 1, parallelization: 1 };

/** Services by what their policies ask for; each has a twin of the same policy. */
export const SERVICES = ['plain', 'gated', 'stepped', 'sole'] as const;
export type Service = (typeof SERVICES)[number];

export const twinOf = (service: string): string => `${service}-twin`;

const METHODS = ['emergencyCode', 'pw', 'sms', 'internalMail', 'privateMail', 'hwOtp', 'push', 'fido2Token'];
const SELF_AUTH = ['sms', 'internalMail', 'privateMail'];

const POLICIES: Readonly<Record<Service, object>> = {
  plain: {
    authType: 'otp',
    methods: METHODS,
    selfAuth: SELF_AUTH,
    cubeLogin: ['sms', 'qrCode', 'offline'],
    management: true,
  },
  gated: { authType: 'other', methods: ['sms', 'push', 'fido2Token'], selfAuth: SELF_AUTH },
  stepped: {
    authType: 'other',
    methods: ['pw'],
    secondAuth: true,
    secondTokenPriority: { sms: 1, internalMail: 2, fido2Token: 3, qrCode: 4 },
    selfAuth: SELF_AUTH,
  },
  sole: { authType: 'other', methods: ['pw'], selfAuth: SELF_AUTH },
};

const withTwin = (service: Service): string[] => [service, twinOf(service)];

const clientOf = (clientId: string) => ({
  clientId,
  redirectUris: [`https://${clientId}.example/cb`],
  initiateLoginUri: `https://${clientId}.example/`,
  serviceName: { ko: clientId, en: clientId },
  passkey: true,
  qrCode: true,
});

/** With a password, without one, and with one that has to be changed. */
type Kind = 'person' | 'bare' | 'fresh';

const MANY = 1_000_000;

/** The configuration of a server whose services differ in their policies, and whose limits stop no test. */
export const STAGE_FILE = {
  clients: SERVICES.flatMap(withTwin).map(clientOf),
  policies: SERVICES.map((service) => ({ id: service, clients: withTwin(service), ...POLICIES[service] })),
  limits: {
    failuresPerMinute: MANY,
    sends: { perAccount: MANY, perAddress: MANY, perSession: MANY },
    identitySends: { perPerson: MANY },
    qrCodes: { perAddress: MANY, perSession: MANY },
  },
};

/** Makes people whom no other case knows. */
export async function peopleOf({ portal }: Pick<TestServer, 'portal'>) {
  const hash = await hashPassword(SEED_PASSWORD, CHEAP);
  const answer = await kept('제주도', CHEAP);
  let people = 0;
  return async (kind: Kind = 'person'): Promise<string> => {
    people += 1;
    const userId = `${kind}-${people}`;
    const entry = {
      userId,
      name: { ko: '가온', en: 'Gaon' },
      phoneNumber: `010-1234-${1000 + people}`,
      internalMail: `${userId}@mail.example`,
      privateMail: `${userId}@home.example`,
      ...(kind === 'fresh' && { initialPassword: true }),
    };
    await portal.accounts.add(v.parse(account, entry), kind === 'bare' ? null : hash);
    if (kind === 'person') await portal.answers.put(userId, { questionId: 'book', hash: answer });
    return userId;
  };
}
