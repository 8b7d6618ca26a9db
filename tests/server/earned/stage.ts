import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import { kept } from '#server/login/password/answer.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { KEPT, LIFETIMES } from '#server/storage/lifetimes.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';

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

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** One server for all cases: every case has people of its own. */
export async function openStage() {
  const hash = await hashPassword(SEED_PASSWORD, CHEAP);
  const accountOf = (kind: Kind, index: number) => ({
    userId: `${kind}-${index}`,
    name: { ko: '가온', en: 'Gaon' },
    phoneNumber: `010-1234-${String(1000 + index)}`,
    internalMail: `${kind}-${index}@mail.example`,
    privateMail: `${kind}-${index}@home.example`,
    ...(kind === 'fresh' && { initialPassword: true }),
  });
  const many = 1_000_000;
  const server: TestServer = await testServer({
    clients: SERVICES.flatMap(withTwin).map(clientOf),
    policies: SERVICES.map((service) => ({
      id: service,
      clients: withTwin(service),
      ...POLICIES[service],
    })),
    limits: {
      failuresPerMinute: many,
      sends: { perAccount: many, perAddress: many, perSession: many },
      identitySends: { perPerson: many },
      qrCodes: { perAddress: many, perSession: many },
    },
  });
  let people = 0;
  const answer = await kept('제주도', CHEAP);

  return {
    server,
    /** Somebody whom no other case knows. */
    async newPerson(kind: Kind = 'person'): Promise<string> {
      people += 1;
      const entry = accountOf(kind, people);
      const { answers, accounts } = server.portal;
      await accounts.add(v.parse(account, entry), kind === 'bare' ? null : hash);
      if (kind === 'person') await answers.put(entry.userId, { questionId: 'book', hash: answer });
      return entry.userId;
    },
    /** All that is kept, but for what is counted of an address. */
    async kept(): Promise<Readonly<Record<string, readonly string[]>>> {
      const tables = [...KEPT, ...LIFETIMES.map(({ table }) => table)].filter(
        (table) => !COUNTERS.includes(table),
      );
      const rows = tables.map(async (table) => {
        const all = await server.db.prepare(`SELECT * FROM ${table}`).all();
        return [table, all.map((row) => JSON.stringify(row)).sort()] as const;
      });
      return Object.fromEntries(await Promise.all(rows));
    },
  };
}

const COUNTERS: readonly string[] = ['failure_counts', 'limited_events'];
