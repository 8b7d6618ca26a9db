import type { Cases } from '#cases/cases.ts';
import { rejected } from '#cases/samples.ts';
import type { DeskMachine } from '#machines/desk/desk.machine.ts';
import type {
  AuditFields,
  BulkList,
  DeskInput,
  DeskRoute,
  Draft,
  ExportedPart,
  ImportFile,
  OpenedDesk,
} from '#machines/desk/desk.types.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import type { DeskAuditEvent } from '#wire/desk/audit.ts';
import type { BulkJob } from '#wire/desk/bulk.ts';
import type { DeskExplanation } from '#wire/desk/explanation.ts';
import type { ImportJob } from '#wire/desk/import.ts';
import type { Notice } from '#wire/desk/notices.ts';
import { ACCOUNT_FIELDS, type DeskPerson, type PersonRow } from '#wire/desk/people.ts';
import type { DeskPolicy, DeskState } from '#wire/desk/state.ts';

/** The current time in the cases: noon in Seoul, in epoch milliseconds. */
export const NOON = Date.UTC(2026, 10, 26, 3);
const HOUR_MS = 3_600_000;

/** The route of the screen on which desk users search for people. */
export const FIND_ROUTE: DeskRoute = { screen: 'find', userId: '' };
export const KIM_ROUTE: DeskRoute = { screen: 'person', userId: 'kim' };
/** The route of a screen that belongs to no person. */
export const routeTo = (screen: DeskRoute['screen']): DeskRoute => ({ screen, userId: '' });

export const deskInput: DeskInput = { language: 'ko', route: FIND_ROUTE, draft: null, signInRefusal: null };

export const OPENED_DESK: OpenedDesk = {
  session: {
    userId: 'han',
    name: { ko: '한창구', en: 'Han Desk' },
    role: 'administrator',
    csrf: 'csrf-1',
    provedUntil: NOON + HOUR_MS / 6,
    idleUntil: NOON + HOUR_MS,
    now: NOON,
    needsReason: true,
    timeZone: 'Asia/Seoul',
  },
  services: [{ clientId: 'mail', protocol: 'openid', name: { ko: '회사 메일', en: 'Company Mail' } }],
};

export const KIM_ROW: PersonRow = {
  id: 'account-1',
  userId: 'kim',
  name: { ko: '김서연', en: 'Kim Seoyeon' },
  status: 'active',
  suspended: null,
  phoneNumber: '010-1234-5678',
  internalMail: 'kim@company.example',
  privateMail: '',
};
export const LEE_ROW: PersonRow = {
  ...KIM_ROW,
  id: 'account-2',
  userId: 'lee',
  name: { ko: '이도윤', en: '' },
  internalMail: 'lee@company.example',
  status: 'blocked',
  suspended: 'dormant',
};

export const KIM: DeskPerson = {
  id: 'account-1',
  userId: 'kim',
  fields: {
    ...(Object.fromEntries(ACCOUNT_FIELDS.map((field) => [field, ''])) as DeskPerson['fields']),
    userId: 'kim',
    nameKo: '김서연',
    nameEn: 'Kim Seoyeon',
    status: 'active',
    phoneNumber: '010-1234-5678',
    internalMail: 'kim@company.example',
  },
  status: 'active',
  suspended: null,
  groups: ['sales'],
  deskRole: null,
  isActable: true,
  password: { isSet: true, isInitial: false, expiresOn: '2026-12-31', isByDirectory: false },
  factors: [
    {
      factorId: 'factor-1',
      kind: 'app',
      name: '',
      description: { model: 'Pixel 9' },
      registeredAt: NOON - 48 * HOUR_MS,
      lastUsedAt: NOON - HOUR_MS,
    },
  ],
  temporaryCode: null,
  locks: [{ tokenCode: '-1', failures: 5, until: NOON + HOUR_MS, isOfKnownBrowser: false }],
  sessions: [
    {
      sessionId: 'session-1',
      browser: 'Chrome · Windows',
      address: '203.0.113.7',
      startedAt: NOON - HOUR_MS,
      lastSeenAt: NOON,
    },
  ],
  lastSignIn: { at: NOON - HOUR_MS, browser: 'Chrome · Windows', addressRange: '203.0.113.*', failures: 2 },
};

export const EXPLANATION: DeskExplanation = {
  userId: 'kim',
  clientId: 'mail',
  status: 'active',
  refusal: null,
  policyId: 'policy-1',
  policyRefusal: null,
  networks: ['203.0.113.0/24'],
  isSecondStepAsked: true,
  rememberedBrowsers: 2,
  methods: [
    { method: 'pw', use: 'gate', obstacles: [{ why: 'locked', until: NOON + HOUR_MS }], remarks: [] },
    { method: 'push', use: 'second', obstacles: [], remarks: ['byDirectory'] },
  ],
  isEnough: false,
  checks: ['sms'],
};

export const AUDIT_EVENT: DeskAuditEvent = {
  time: '2026-11-26T03:00:00.000Z',
  event: 'login',
  result: '001',
  userId: 'kim',
  clientId: 'mail',
  method: '-1',
  address: '203.0.113.7',
  browser: 'Chrome · Windows',
  words: { ko: '비밀번호가 일치하지 않음', en: 'wrong password' },
};
export const AUDIT_FILTER: AuditFields = {
  userId: 'kim',
  clientId: '',
  network: '',
  from: '2026-11-20',
  until: '',
};

export const IMPORT_FILE: ImportFile = { file: new Blob(['userId\nkim']), name: 'people.csv', format: 'csv' };
export const CHECKED_IMPORT_JOB: ImportJob = {
  jobId: 'job-1',
  kind: 'importCheck',
  state: 'done',
  done: 2,
  total: 2,
  startedAt: NOON,
  added: 1,
  changed: 1,
  unchanged: 0,
  problems: [],
  problemCount: 0,
  notes: [{ place: 2, field: 'password', problem: 'unknownHash', values: {} }],
  noteCount: 1,
  changes: [{ userId: 'kim', outcome: 'changed', fields: ['nameKo'] }],
  isCp949: true,
};
export const REFUSED_IMPORT_JOB: ImportJob = {
  ...CHECKED_IMPORT_JOB,
  state: 'refused',
  problems: [
    { place: 3, field: 'nameKo', problem: 'tooLong', values: { max: '200' } },
    { place: 4, field: '', problem: 'wrongCells', values: { found: '3', expected: '2' } },
  ],
  problemCount: 2,
};
export const RUNNING_IMPORT_JOB: ImportJob = {
  ...CHECKED_IMPORT_JOB,
  kind: 'importRun',
  state: 'running',
  done: 1,
};

export const BULK_LIST: BulkList = { act: 'disable', clientId: '', file: new Blob(['kim']) };
export const CHECKED_BULK_JOB: BulkJob = {
  jobId: 'job-3',
  kind: 'bulkCheck',
  state: 'done',
  act: 'disable',
  before: 3,
  done: 5,
  total: 5,
  startedAt: NOON,
  results: { changed: 1, noAccount: 1 },
  refusals: [{ userId: 'nobody', result: 'noAccount' }],
};

export const NOTICE: Notice = {
  noticeId: 'notice-1',
  ko: '오늘 밤 점검이 있어요.',
  en: 'Maintenance tonight.',
  from: NOON,
  until: NOON + HOUR_MS,
  by: 'han',
  changedAt: NOON,
};
export const DESK_POLICY: DeskPolicy = {
  policyId: 'policy-1',
  isEnabled: true,
  clients: ['mail'],
  users: null,
  groups: ['sales'],
  period: { from: '2026-01-01' },
  hours: { from: '08:00', until: '20:00' },
  networks: null,
  isPasswordFirst: true,
  methods: ['pw', 'push'],
  isSecondStepAsked: true,
  secondTokens: ['push'],
  isManagementOpen: true,
};
export const DESK_STATE: DeskState = {
  servers: [
    {
      serverId: 'server-1',
      name: 'portal-1',
      version: '1.0.0',
      schema: 'servers',
      startedAt: NOON - HOUR_MS,
      seenAt: NOON,
      state: 'serving',
      parts: { storage: true, disk: false },
      hashes: { running: 1, waiting: 2 },
    },
  ],
  storage: 'postgres',
  gateways: [
    { kind: 'sms', isThere: true, isWorking: false, lastAt: NOON },
    { kind: 'push', isThere: false, isWorking: null, lastAt: null },
  ],
  certificates: [{ name: 'saml', until: NOON + 48 * HOUR_MS }],
  keys: [{ use: 'oidc', keyId: 'key-1', state: 'signs', signsFrom: NOON - HOUR_MS, until: null }],
  due: [
    { what: 'partFails', name: 'disk', server: 'portal-1', by: null },
    { what: 'certificateEnds', name: 'saml', server: '', by: NOON + 48 * HOUR_MS },
  ],
};

/** A draft of an act, as it is restored after a new sign-in. */
export const draftOf = (act: Draft['act']): Draft => ({
  act,
  userId: act === 'unlock' ? 'kim' : '',
  values: { reason: '본인 요청' },
});

const REASON_VALUES = { reason: '본인 요청' };
/** Answers of a refused and of an unanswered call. */
const REFUSALS = [failed(rejected('signedOut', 401)), failed(UNREACHABLE)];

/** The first page of a list of people that has further pages. */
export const FIRST_PEOPLE_PAGE = { people: [KIM_ROW, LEE_ROW], next: 'next-1' };

/** The result of an act that starts an export of the audit. */
export const STARTED_EXPORT = { kind: 'export', exportId: 'job-2', format: 'csv' } as const;
/** The first part of an export. */
export const EXPORT_PART: ExportedPart = {
  file: new Blob(['time']),
  lines: 2_000,
  next: 'next-1',
  searchedTo: '2026-11-26T02:00:00.000Z',
};

export const NO_JOB_ANSWER = failed(rejected('noJob', 404));

/** The events and port answers that this machine can receive. */
export const cases = {
  events: [
    { type: 'language.chosen', language: 'en' },
    { type: 'desk.retry' },
    { type: 'route.opened', route: FIND_ROUTE },
    { type: 'route.opened', route: KIM_ROUTE },
    { type: 'route.opened', route: routeTo('audit') },
    { type: 'route.opened', route: routeTo('import') },
    { type: 'route.opened', route: routeTo('bulk') },
    { type: 'route.opened', route: routeTo('notices') },
    { type: 'signout.pressed' },
    { type: 'find.typed', searchText: 'ki' },
    { type: 'status.chosen', status: 'locked' },
    { type: 'more.requested' },
    { type: 'service.chosen', clientId: 'mail' },
    { type: 'filter.submitted', filter: AUDIT_FILTER },
    { type: 'export.discarded' },
    { type: 'file.chosen', file: IMPORT_FILE },
    { type: 'list.submitted', list: BULK_LIST },
    { type: 'act.chosen', act: 'unlock', values: {} },
    { type: 'act.chosen', act: 'add', values: {} },
    { type: 'act.chosen', act: 'auditExport', values: {} },
    { type: 'act.chosen', act: 'endNotice', values: { noticeId: NOTICE.noticeId } },
    { type: 'act.chosen', act: 'importRun', values: {} },
    { type: 'act.chosen', act: 'bulkRun', values: {} },
    { type: 'act.confirmed', values: {} },
    { type: 'act.confirmed', values: REASON_VALUES },
    { type: 'act.cancelled' },
    { type: 'issued.closed' },
  ],
  answers: {
    openDesk: [success(OPENED_DESK), ...REFUSALS],
    signOut: [success({ portal: 'https://portal.example/sign-out' }), ...REFUSALS],
    findPeople: [success(FIRST_PEOPLE_PAGE), success({ people: [], next: null }), ...REFUSALS],
    readPerson: [success(KIM), ...REFUSALS],
    explain: [success(EXPLANATION), ...REFUSALS],
    readAudit: [success({ events: [AUDIT_EVENT], next: 'next-1', searchedTo: null }), ...REFUSALS],
    readExportPart: [
      success(EXPORT_PART),
      success({ ...EXPORT_PART, next: null, searchedTo: null }),
      ...REFUSALS,
    ],
    endExport: [success({ kind: 'done' }), ...REFUSALS],
    readInfo: [success({ screen: 'notices', notices: [NOTICE] }), ...REFUSALS],
    readJob: [
      success(CHECKED_IMPORT_JOB),
      success(REFUSED_IMPORT_JOB),
      success(RUNNING_IMPORT_JOB),
      success(CHECKED_BULK_JOB),
      NO_JOB_ANSWER,
      ...REFUSALS,
    ],
    performAct: [
      success({ kind: 'done' }),
      success({ kind: 'code', code: '48151623', validUntil: NOON, isAcceptedNowhere: true }),
      success(STARTED_EXPORT),
      success({ kind: 'account', userId: 'kim', outcome: 'changed' }),
      failed(rejected('proofStale', 403)),
      ...REFUSALS,
    ],
  },
} satisfies Cases<DeskMachine>;
