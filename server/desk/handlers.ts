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

/** The handler of a call. */
export type Handler = {
  /** The schema of the body; null for a call without a body. */
  readonly body: v.GenericSchema<unknown> | null;
  readonly run: (call: DeskCallContext, body: never) => Promise<object>;
  /**
   * Whether the call hashes a secret or sends a message. A transaction must not stay open for so long, so the handler is
   * not run in a transaction but stores its completed steps (`idempotentRequest`).
   */
  readonly isStepwise: boolean;
};

const handlerWithBody = <const Schema extends v.GenericSchema>(
  body: Schema,
  run: (call: DeskCallContext, body: v.InferOutput<Schema>) => Promise<object>,
): Handler => ({ body, run, isStepwise: false });

const handlerWithoutBody = (run: (call: DeskCallContext) => Promise<object>): Handler => ({
  body: null,
  run,
  isStepwise: false,
});

const scimHandler = <const Schema extends v.GenericSchema>(
  body: Schema,
  run: (call: DeskCallContext, body: v.InferOutput<Schema>) => Promise<ScimAnswer>,
): Handler => handlerWithBody(body, run);

/** The handlers of the calls. `DESK_CALLS` has the required roles; `session` and `signOut` are handled in `app.ts`. */
export const HANDLERS: Readonly<Record<Exclude<DeskCallName, 'session' | 'signOut'>, Handler>> = {
  people: scimHandler(searchBody, people),
  account: scimHandler(accountBody, account),
  add: scimHandler(userBody, add),
  change: scimHandler(userBody, change),
  disable: scimHandler(userBody, change),
  enable: scimHandler(userBody, change),
  signInState: handlerWithBody(signInStateBody, signInState),
  explanation: handlerWithBody(explanationBody, explanation),
  services: handlerWithoutBody(services),
  policies: handlerWithoutBody(policies),
  audit: handlerWithBody(auditBody, audit),
  notices: handlerWithoutBody(notices),
  state: handlerWithoutBody(state),
  unlock: handlerWithBody(actBody, unlock),
  wake: handlerWithBody(actBody, wake),
  endSessions: handlerWithBody(actBody, endSessions),
  temporaryCode: { ...handlerWithBody(actBody, temporaryCode), isStepwise: true },
  appLink: handlerWithBody(actBody, appLink),
  removeFactor: handlerWithBody(removeFactorBody, removeFactor),
  passwordLink: { ...handlerWithBody(passwordLinkBody, passwordLink), isStepwise: true },
  importCheck: handlerWithBody(importBody, beginImport('importCheck')),
  importRun: handlerWithBody(importBody, beginImport('importRun')),
  bulkCheck: handlerWithBody(bulkBody, beginBulk('bulkCheck')),
  bulkRun: handlerWithBody(bulkBody, beginBulk('bulkRun')),
  job: handlerWithBody(jobBody, job),
  auditExport: handlerWithBody(auditExportBody, auditExport),
  auditExportPart: handlerWithBody(auditExportPartBody, auditExportPart),
  auditExportEnd: handlerWithBody(auditExportEndBody, auditExportEnd),
  putNotice: handlerWithBody(noticeBody, putNotice),
  endNotice: handlerWithBody(endNoticeBody, endNotice),
};
