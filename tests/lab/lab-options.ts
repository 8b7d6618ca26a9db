import { join } from 'node:path';
import type { LabOptions } from '#lab/options.ts';
import { DEMO_CLIENT_ID, DEMO_CLIENT_SECRET } from '#server/config/demo.ts';
import { DEMO_SP_CERTIFICATE, DEMO_SP_PATH, DEMO_SP_PRIVATE_KEY } from '#server/config/demo-saml.ts';
import { createFaults, type Faults } from '#server/http/guard/faults.ts';
import { createOutbox, type ReadableOutbox } from '#server/login/sending/outbox.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { DEVICES, SPARE_CARDS, SPARE_YUBIKEYS } from './devices.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The options of a lab in tests, and the parts that a test controls. */
export type LabParts = {
  readonly options: LabOptions;
  readonly faults: Faults;
  readonly outbox: ReadableOutbox;
  /** The lab's clock, which only the test advances; epoch milliseconds. */
  readonly clock: { now: number };
  /** File of the device store. */
  readonly deviceStoreFile: string;
  removeFolder(): void;
};

const ACCOUNTS: LabOptions['accounts'] = [
  { userId: 'kim', name: { ko: '김하늘', en: 'Haneul Kim' }, shows: { ko: '비밀번호', en: 'password' } },
  {
    userId: 'lee',
    name: { ko: '이도윤', en: 'Doyun Lee' },
    shows: { ko: '모든 기기', en: 'every device' },
    phoneNumber: '010-3456-7890',
    internalMail: 'doyun.lee@hanbit.example',
    privateMail: 'doyun@mail.example',
  },
  { userId: 'hong', name: { ko: '홍길동', en: 'Gildong Hong' }, shows: { ko: '카드', en: 'card' } },
];

/** The parts of a lab with the accounts kim, lee and hong. The simulated server does not know kim. */
export function labParts(portalUrl: string, labUrl: string): LabParts {
  const folder = temporaryFolder();
  const faults = createFaults();
  const clock = { now: Date.now() };
  const outbox = createOutbox(() => clock.now);
  const options: LabOptions = {
    portalUrl,
    labUrl,
    client: {
      clientId: DEMO_CLIENT_ID,
      clientSecret: DEMO_CLIENT_SECRET,
      serviceName: { ko: '한빛', en: 'Hanbit' },
      displayContent: { ko: '시연', en: 'A demo' },
      path: '/service',
    },
    otherClients: [
      {
        clientId: 'demo-board',
        clientSecret: DEMO_CLIENT_SECRET,
        serviceName: { ko: '게시판', en: 'Board' },
        displayContent: { ko: '4자 이상', en: 'Four characters' },
        path: '/board',
      },
    ],
    provider: {
      entityId: 'http://localhost:8081/expenses/metadata',
      path: DEMO_SP_PATH,
      serviceName: { ko: '경비', en: 'Expenses' },
      privateKey: DEMO_SP_PRIVATE_KEY,
      certificate: DEMO_SP_CERTIFICATE,
    },
    accounts: ACCOUNTS,
    password: SEED_PASSWORD,
    faults,
    outbox,
    atlasDir: join(folder.path, 'atlas'),
    devices: DEVICES,
    spareYubikeys: SPARE_YUBIKEYS,
    spareCards: SPARE_CARDS,
    portalFetch: () => Promise.reject(new TypeError('There is no portal')),
    administration: {
      issueEmergencyCode: async (userId) =>
        userId === 'kim' ? null : { code: `NEW-${userId}`, validUntil: clock.now + 3_600_000 },
      issueProvisionLink: async (userId) =>
        userId === 'kim' ? null : `http://localhost:8080/provisioning?ak=ak-of-${userId}`,
      issuePasswordLink: async (userId, clientId, kind) =>
        userId === 'kim'
          ? { outcome: 'refused', why: 'tooMany' }
          : {
              outcome: 'sent',
              to: [`${kind}@${clientId}.example`],
              validUntil: clock.now + 3_600_000,
            },
      issueApprovalLinks: async (userId, clientId) =>
        userId === 'kim'
          ? null
          : {
              approve: `http://localhost:8080/approval/${userId}/${clientId}`,
              reject: `http://localhost:8080/reject/${userId}/${clientId}`,
            },
      approvals: async () => [
        { userId: 'hong', clientId: 'wiki', decision: 'rejected', issuedAt: clock.now },
      ],
      beginPasskey: async () => null,
      registerPasskey: async () => false,
      passkeysOf: async () => [],
    },
    appScheme: 'cubelogin',
    dataDir: folder.path,
    now: () => clock.now,
  };
  return {
    options,
    faults,
    outbox,
    clock,
    deviceStoreFile: join(folder.path, 'lab.json'),
    removeFolder: folder.remove,
  };
}
