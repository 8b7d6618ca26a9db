import * as v from 'valibot';
import type { ActResult, IssuedAppLink, IssuedPasswordLink, IssuedTemporaryCode } from '#wire/desk/acts.ts';
import type { AuditExportPart, AuditPage, StartedAuditExport } from '#wire/desk/audit.ts';
import { BULK_ACTS, BULK_RESULTS, type BulkJob } from '#wire/desk/bulk.ts';
import {
  type DeskExplanation,
  METHOD_OBSTACLES,
  METHOD_REMARKS,
  METHOD_USES,
} from '#wire/desk/explanation.ts';
import { IMPORT_PROBLEMS, type ImportJob } from '#wire/desk/import.ts';
import type { DeskJob, StartedJob } from '#wire/desk/job.ts';
import { DESK_ROLES, DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import type { Notice, NoticeList } from '#wire/desk/notices.ts';
import {
  ACCOUNT_STATUSES,
  DESK_FACTOR_KINDS,
  type DeskAccount,
  type DeskSignInState,
  type PeoplePage,
  type PersonRow,
} from '#wire/desk/people.ts';
import { EXTENSION_FIELDS, fieldsOfUser } from '#wire/desk/scim.ts';
import type { DeskSession, DeskSignOutResult } from '#wire/desk/session.ts';
import {
  type DeskState,
  PENDING_TASKS,
  type PolicyList,
  SERVER_STATES,
  type ServiceList,
} from '#wire/desk/state.ts';
import { METHOD_TABLE, type WireMethod } from '#wire/methods.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

// The schemas with which the page checks the answers of the calls of `wire/desk`.

type Schema<Value> = v.GenericSchema<unknown, Value>;

const text = v.string();
const texts = v.array(text);
const epochMs = v.number();
const bothLanguages = v.object({ ko: text, en: text });
const status = v.picklist(ACCOUNT_STATUSES);
const role = v.picklist(DESK_ROLES);
const method = v.picklist(Object.values(METHOD_TABLE).map(({ wire }) => wire)) as Schema<WireMethod>;
const methodOrCode = v.union([method, v.literal('qrCode')]);
const outcome = v.picklist(['done', 'unchanged']);

export const session = v.object({
  userId: text,
  name: bothLanguages,
  role,
  csrf: text,
  provedUntil: epochMs,
  idleUntil: epochMs,
  now: epochMs,
  needsReason: v.boolean(),
  timeZone: text,
}) satisfies Schema<DeskSession>;

export const signOutResult = v.object({ portal: text }) satisfies Schema<DeskSignOutResult>;

const service = v.object({ clientId: text, protocol: v.picklist(['openid', 'saml']), name: bothLanguages });
export const services = v.object({ services: v.array(service) }) satisfies Schema<ServiceList>;

const contacts = v.optional(v.array(v.object({ value: text, type: text })));
/** A SCIM user resource. */
const user = v.object({
  id: text,
  userName: text,
  emails: contacts,
  phoneNumbers: contacts,
  groups: v.optional(v.array(v.object({ display: text })), []),
  [DESK_USER_SCHEMA]: v.intersect([
    v.object({ status, suspended: v.optional(v.picklist(['dormant', 'reported'])) }),
    v.object(v.entriesFromList(EXTENSION_FIELDS, v.optional(text))),
  ]),
});
type User = v.InferOutput<typeof user>;

const accountOf = (resource: User): DeskAccount => ({
  id: resource.id,
  userId: resource.userName,
  fields: fieldsOfUser(resource),
  status: resource[DESK_USER_SCHEMA].status,
  suspended: resource[DESK_USER_SCHEMA].suspended ?? null,
  groups: resource.groups.map(({ display }) => display),
});

function rowOf(resource: User): PersonRow {
  const { id, userId, fields, status, suspended } = accountOf(resource);
  const { phoneNumber, internalMail, privateMail, nameKo, nameEn } = fields;
  const name = { ko: nameKo, en: nameEn };
  return { id, userId, name, status, suspended, phoneNumber, internalMail, privateMail };
}

export const people = v.pipe(
  v.object({ Resources: v.array(user), nextCursor: v.optional(text, '') }),
  v.transform(({ Resources, nextCursor }) => ({ people: Resources.map(rowOf), next: nextCursor || null })),
) satisfies Schema<PeoplePage>;

/** The SCIM ID of the account in a list with at most one account; null for an empty list. */
export const accountId = v.pipe(
  v.object({ Resources: v.array(v.object({ id: text })) }),
  v.transform(({ Resources: [only] }) => only?.id ?? null),
);

export const account = v.pipe(user, v.transform(accountOf)) satisfies Schema<DeskAccount>;

export const signInState = v.object({
  deskRole: v.nullable(role),
  isActable: v.boolean(),
  password: v.object({
    isSet: v.boolean(),
    isInitial: v.boolean(),
    expiresOn: v.nullable(text),
    isByDirectory: v.boolean(),
  }),
  factors: v.array(
    v.object({
      factorId: text,
      kind: v.picklist(DESK_FACTOR_KINDS),
      name: text,
      description: v.record(text, v.union([text, v.boolean(), v.null()])),
      registeredAt: v.nullable(epochMs),
      lastUsedAt: v.nullable(epochMs),
    }),
  ),
  temporaryCode: v.nullable(v.object({ validFrom: epochMs, validUntil: epochMs })),
  locks: v.array(
    v.object({
      tokenCode: v.picklist(Object.values(TYPE_CODES)),
      failures: v.number(),
      until: v.union([epochMs, v.null(), v.literal('forGood')]),
      isOfKnownBrowser: v.boolean(),
    }),
  ),
  sessions: v.array(
    v.object({ sessionId: text, browser: text, address: text, startedAt: epochMs, lastSeenAt: epochMs }),
  ),
  lastSignIn: v.nullable(v.object({ at: epochMs, browser: text, addressRange: text, failures: v.number() })),
}) satisfies Schema<DeskSignInState>;

export const explanation = v.object({
  userId: text,
  clientId: text,
  status,
  refusal: v.nullable(
    v.object({ errCode: text, reason: v.nullable(v.picklist(['accountDormant', 'signInShut'])) }),
  ),
  policyId: v.nullable(text),
  policyRefusal: v.nullable(text),
  networks: v.nullable(texts),
  isSecondStepAsked: v.boolean(),
  rememberedBrowsers: v.number(),
  methods: v.array(
    v.object({
      method: methodOrCode,
      use: v.picklist(METHOD_USES),
      obstacles: v.array(v.object({ why: v.picklist(METHOD_OBSTACLES), until: v.optional(epochMs) })),
      remarks: v.array(v.picklist(METHOD_REMARKS)),
    }),
  ),
  isEnough: v.boolean(),
  checks: texts,
}) as Schema<DeskExplanation>;

export const audit = v.object({
  events: v.array(
    v.object({
      time: text,
      event: text,
      result: text,
      userId: text,
      clientId: text,
      method: text,
      address: text,
      browser: text,
      words: bothLanguages,
    }),
  ),
  next: v.nullable(text),
  searchedTo: v.nullable(text),
}) satisfies Schema<AuditPage>;

export const startedAuditExport = v.object({ exportId: text }) satisfies Schema<StartedAuditExport>;

export const auditExportPart = v.object({
  content: text,
  lines: v.number(),
  next: v.nullable(text),
  searchedTo: v.nullable(text),
}) satisfies Schema<AuditExportPart>;

export const actResult = v.object({ outcome }) satisfies Schema<ActResult>;

export const temporaryCode = v.object({
  code: text,
  validUntil: epochMs,
  isAcceptedNowhere: v.boolean(),
}) satisfies Schema<IssuedTemporaryCode>;

export const appLink = v.object({ link: text, validUntil: epochMs }) satisfies Schema<IssuedAppLink>;

export const passwordLink = v.variant('outcome', [
  v.object({ outcome: v.literal('sent'), to: texts, validUntil: epochMs }),
  v.object({
    outcome: v.literal('shown'),
    link: text,
    validUntil: epochMs,
    why: v.picklist(['noMail', 'noGateway']),
  }),
]) satisfies Schema<IssuedPasswordLink>;

/** The account that an act has changed; null if the answer has no content because nothing had to change. */
export const changedAccount = v.nullable(account);

export const startedJob = v.object({ jobId: text }) satisfies Schema<StartedJob>;

/** A problem or a note about a row of an imported file. */
const remark = v.object({
  place: v.number(),
  field: text,
  problem: v.picklist(IMPORT_PROBLEMS),
  values: v.record(text, text),
});
const importJob = v.object({
  jobId: text,
  kind: v.picklist(['importCheck', 'importRun']),
  state: v.picklist(['running', 'done', 'refused', 'failed']),
  done: v.number(),
  total: v.number(),
  startedAt: epochMs,
  added: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  problems: v.array(remark),
  problemCount: v.number(),
  notes: v.array(remark),
  noteCount: v.number(),
  changes: v.array(v.object({ userId: text, outcome: v.picklist(['added', 'changed']), fields: texts })),
  isCp949: v.boolean(),
}) satisfies Schema<ImportJob>;

const bulkResult = v.picklist(BULK_RESULTS);
const bulkJob = v.object({
  jobId: text,
  kind: v.picklist(['bulkCheck', 'bulkRun']),
  state: v.picklist(['running', 'done', 'stopped', 'failed']),
  act: v.picklist(BULK_ACTS),
  before: v.exactOptional(v.number()),
  done: v.number(),
  total: v.number(),
  startedAt: epochMs,
  results: v.record(bulkResult, v.optional(v.number())) as Schema<BulkJob['results']>,
  refusals: v.array(v.object({ userId: text, result: bulkResult })),
}) satisfies Schema<BulkJob>;

export const job = v.union([importJob, bulkJob]) satisfies Schema<DeskJob>;

export const notice = v.object({
  noticeId: text,
  ko: text,
  en: text,
  from: epochMs,
  until: epochMs,
  by: text,
  changedAt: epochMs,
}) satisfies Schema<Notice>;
export const notices = v.object({ notices: v.array(notice) }) satisfies Schema<NoticeList>;

export const policies = v.object({
  policies: v.array(
    v.object({
      policyId: text,
      isEnabled: v.boolean(),
      clients: v.nullable(texts),
      users: v.nullable(texts),
      groups: v.nullable(texts),
      period: v.nullable(v.object({ from: v.optional(text), until: v.optional(text) })),
      hours: v.nullable(v.object({ from: text, until: text })),
      networks: v.nullable(texts),
      isPasswordFirst: v.boolean(),
      methods: v.array(method),
      isSecondStepAsked: v.boolean(),
      secondTokens: v.array(methodOrCode),
      isManagementOpen: v.boolean(),
    }),
  ),
  services: v.array(service),
}) as Schema<PolicyList>;

export const state = v.object({
  servers: v.array(
    v.object({
      serverId: text,
      name: text,
      version: text,
      schema: text,
      startedAt: epochMs,
      seenAt: epochMs,
      state: v.picklist(SERVER_STATES),
      parts: v.record(text, v.boolean()),
      hashes: v.object({ running: v.number(), waiting: v.number() }),
    }),
  ),
  storage: v.picklist(['sqlite', 'postgres']),
  gateways: v.array(
    v.object({
      kind: v.picklist(['sms', 'internalMail', 'privateMail', 'push']),
      isThere: v.boolean(),
      isWorking: v.nullable(v.boolean()),
      lastAt: v.nullable(epochMs),
    }),
  ),
  certificates: v.array(v.object({ name: text, until: epochMs })),
  keys: v.array(
    v.object({
      use: v.picklist(['oidc', 'saml', 'data']),
      keyId: text,
      state: v.picklist(['signs', 'waits', 'retired']),
      signsFrom: v.nullable(epochMs),
      until: v.nullable(epochMs),
    }),
  ),
  due: v.array(
    v.object({
      what: v.picklist(PENDING_TASKS),
      name: text,
      server: text,
      by: v.nullable(epochMs),
    }),
  ),
}) satisfies Schema<DeskState>;
