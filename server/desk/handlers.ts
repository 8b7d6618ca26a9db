import type * as v from 'valibot';
import { noticeBody } from '#server/administration/notices.ts';
import type { DeskCallName } from '#wire/desk/calls.ts';
import {
  actBody,
  appLink,
  endSessions,
  passwordLink,
  passwordLinkBody,
  removeFactor,
  removeFactorBody,
  temporaryCode,
  unlock,
  wake,
} from './calls/acts.ts';
import { audit, auditBody } from './calls/audit.ts';
import {
  auditExport,
  auditExportBody,
  auditExportEnd,
  auditExportEndBody,
  auditExportPart,
  auditExportPartBody,
} from './calls/audit-export.ts';
import { beginBulk, bulkBody } from './calls/bulk.ts';
import { beginImport, importBody } from './calls/import.ts';
import { job, jobBody } from './calls/job.ts';
import { explanation, explanationBody, signInState, signInStateBody } from './calls/people.ts';
import {
  account,
  accountBody,
  add,
  change,
  people,
  type ScimAnswer,
  searchBody,
  userBody,
} from './calls/scim.ts';
import { endNotice, endNoticeBody, notices, policies, putNotice, services, state } from './calls/settings.ts';
import type { DeskCallContext } from './context.ts';

/** Handles a call: schema of its body, and the work. */
export type Handler = {
  readonly body: v.GenericSchema<unknown> | null;
  readonly run: (call: DeskCallContext, body: never) => Promise<object>;
  /** Whether it hashes or sends, which no transaction may wait for: it stores its steps instead (`idempotentRequest`). */
  readonly isStepwise: boolean;
};

const withBody = <const Schema extends v.GenericSchema>(
  body: Schema,
  run: (call: DeskCallContext, body: v.InferOutput<Schema>) => Promise<object>,
): Handler => ({ body, run, isStepwise: false });

const withoutBody = (run: (call: DeskCallContext) => Promise<object>): Handler => ({
  body: null,
  run,
  isStepwise: false,
});

const ofScim = <const Schema extends v.GenericSchema>(
  body: Schema,
  run: (call: DeskCallContext, body: v.InferOutput<Schema>) => Promise<ScimAnswer>,
): Handler => withBody(body, run);

/** The handlers of the calls, whose rights are in `DESK_CALLS`. `session` and `signOut` are handled by the app. */
export const HANDLERS: Readonly<Record<Exclude<DeskCallName, 'session' | 'signOut'>, Handler>> = {
  people: ofScim(searchBody, people),
  account: ofScim(accountBody, account),
  add: ofScim(userBody, add),
  change: ofScim(userBody, change),
  disable: ofScim(userBody, change),
  enable: ofScim(userBody, change),
  signInState: withBody(signInStateBody, signInState),
  explanation: withBody(explanationBody, explanation),
  services: withoutBody(services),
  policies: withoutBody(policies),
  audit: withBody(auditBody, audit),
  notices: withoutBody(notices),
  state: withoutBody(state),
  unlock: withBody(actBody, unlock),
  wake: withBody(actBody, wake),
  endSessions: withBody(actBody, endSessions),
  temporaryCode: { ...withBody(actBody, temporaryCode), isStepwise: true },
  appLink: withBody(actBody, appLink),
  removeFactor: withBody(removeFactorBody, removeFactor),
  passwordLink: { ...withBody(passwordLinkBody, passwordLink), isStepwise: true },
  importCheck: withBody(importBody, beginImport('importCheck')),
  importRun: withBody(importBody, beginImport('importRun')),
  bulkCheck: withBody(bulkBody, beginBulk('bulkCheck')),
  bulkRun: withBody(bulkBody, beginBulk('bulkRun')),
  job: withBody(jobBody, job),
  auditExport: withBody(auditExportBody, auditExport),
  auditExportPart: withBody(auditExportPartBody, auditExportPart),
  auditExportEnd: withBody(auditExportEndBody, auditExportEnd),
  putNotice: withBody(noticeBody, putNotice),
  endNotice: withBody(endNoticeBody, endNotice),
};
