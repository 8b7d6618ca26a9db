import type * as v from 'valibot';
import { noticeBody } from '#server/administration/notices.ts';
import type { DeskCallName } from '#wire/desk/calls.ts';
import {
  accountBody,
  actBody,
  add,
  appLink,
  change,
  endSessions,
  passwordLink,
  passwordLinkBody,
  removeFactor,
  removeFactorBody,
  setStatus,
  temporaryCode,
  unlock,
  wake,
} from './calls/acts.ts';
import { audit, auditBody, auditExport, auditExportBody } from './calls/audit.ts';
import { beginImport, importBody, job, jobBody } from './calls/import.ts';
import { explanation, explanationBody, people, peopleBody, person, personBody } from './calls/people.ts';
import { endNotice, endNoticeBody, notices, policies, putNotice, services, state } from './calls/settings.ts';
import type { DeskCall } from './context.ts';

/** What answers a call: reads its body, does it. A `Response` goes out as it is. */
export type Handler = {
  readonly body: v.GenericSchema<unknown> | null;
  readonly run: (call: DeskCall, body: never) => Promise<object>;
};

const handler = <const Schema extends v.GenericSchema>(
  body: Schema,
  run: (call: DeskCall, body: v.InferOutput<Schema>) => Promise<object>,
): Handler => ({ body, run });

const bare = (run: (call: DeskCall) => Promise<object>): Handler => ({ body: null, run });

/** Who may make them, and how, is in `DESK_CALLS`; here is what they do. The session's own calls are separate. */
export const HANDLERS: Readonly<Record<Exclude<DeskCallName, 'session' | 'signOut'>, Handler>> = {
  people: handler(peopleBody, people),
  person: handler(personBody, person),
  explanation: handler(explanationBody, explanation),
  services: bare(services),
  policies: bare(policies),
  audit: handler(auditBody, audit),
  notices: bare(notices),
  state: bare(state),
  unlock: handler(actBody, unlock),
  wake: handler(actBody, wake),
  endSessions: handler(actBody, endSessions),
  temporaryCode: handler(actBody, temporaryCode),
  appLink: handler(actBody, appLink),
  removeFactor: handler(removeFactorBody, removeFactor),
  passwordLink: handler(passwordLinkBody, passwordLink),
  disable: handler(actBody, setStatus('disabled')),
  enable: handler(actBody, setStatus('active')),
  add: handler(accountBody, add),
  change: handler(accountBody, change),
  importCheck: handler(importBody, beginImport('importCheck')),
  importRun: handler(importBody, beginImport('importRun')),
  job: handler(jobBody, job),
  auditExport: handler(auditExportBody, auditExport),
  putNotice: handler(noticeBody, putNotice),
  endNotice: handler(endNoticeBody, endNotice),
};
