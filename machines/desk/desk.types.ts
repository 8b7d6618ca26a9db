import type { Failure } from '#machines/shared/result.ts';
import type { AuditExportFormat, AuditPage, DeskAuditEvent } from '#wire/desk/audit.ts';
import type { BulkActName } from '#wire/desk/bulk.ts';
import type { DeskCallName } from '#wire/desk/calls.ts';
import type { DeskExplanation } from '#wire/desk/explanation.ts';
import type { ImportFormat } from '#wire/desk/import.ts';
import type { DeskJob } from '#wire/desk/job.ts';
import type { DeskSignInRefusal } from '#wire/desk/names.ts';
import type { Notice } from '#wire/desk/notices.ts';
import type { DeskPerson, PeopleState, PersonRow } from '#wire/desk/people.ts';
import type { DeskSession } from '#wire/desk/session.ts';
import type { DeskPolicy, DeskService, DeskState } from '#wire/desk/state.ts';

export type DeskLanguage = 'ko' | 'en';

export const DESK_SCREENS = [
  'find',
  'person',
  'audit',
  'import',
  'bulk',
  'notices',
  'policies',
  'state',
] as const;
export type DeskScreen = (typeof DESK_SCREENS)[number];

/** A screen of the desk. `userId` is the ID of the person on the person page; empty on any other screen. */
export type DeskRoute = { readonly screen: DeskScreen; readonly userId: string };

/** Names of the acts. Each act has the name of its call. */
export const ACT_NAMES = [
  'unlock',
  'wake',
  'endSessions',
  'temporaryCode',
  'appLink',
  'removeFactor',
  'passwordLink',
  'disable',
  'enable',
  'add',
  'change',
  'importCheck',
  'importRun',
  'bulkCheck',
  'bulkRun',
  'auditExport',
  'putNotice',
  'endNotice',
] as const satisfies readonly DeskCallName[];
export type ActName = (typeof ACT_NAMES)[number];

/** The values that were typed or chosen for an act, by name. */
export type ActValues = Readonly<Record<string, string>>;

/** An act before its confirmation. */
export type Draft = { readonly act: ActName; readonly userId: string; readonly values: ActValues };

/** The route and the draft that the browser stores during a sign-in. A chosen file is not stored. */
export type StoredDraft = { readonly route: DeskRoute; readonly draft: Draft | null };

/** Outcome of an act. Times are epoch milliseconds. */
export type ActOutcome =
  | { readonly kind: 'done' | 'unchanged' }
  | {
      readonly kind: 'code';
      readonly code: string;
      readonly validUntil: number;
      /** Whether no service accepts a temporary code of this person. */
      readonly isAcceptedNowhere: boolean;
    }
  | { readonly kind: 'appLink'; readonly link: string; readonly validUntil: number }
  /** A link was sent to the masked contacts `to`. */
  | { readonly kind: 'sent'; readonly to: readonly string[]; readonly validUntil: number }
  /** A link that could not be sent. */
  | {
      readonly kind: 'link';
      readonly link: string;
      readonly validUntil: number;
      readonly reason: 'noMail' | 'noGateway';
    }
  | {
      readonly kind: 'account';
      readonly userId: string;
      readonly outcome: 'added' | 'changed' | 'unchanged';
    }
  | ({ readonly kind: 'export' } & AuditExportJob);

/** An export of the audit on the server. */
export type AuditExportJob = { readonly exportId: string; readonly format: AuditExportFormat };

/** A part of an exported file. */
export type ExportedPart = {
  readonly file: Blob;
  /** Number of lines up to the end of this part. */
  readonly lines: number;
  /** Key of the next part; null for the last part. */
  readonly next: string | null;
  /** The time of the oldest searched line (ISO 8601); null for the last part. */
  readonly searchedTo: string | null;
};

/** A running export of the audit, with the parts that were read so far. */
export type AuditExport = AuditExportJob & Omit<ExportedPart, 'file'> & { readonly parts: readonly Blob[] };

/** An issued value, which is shown once. */
export type Issued = Extract<ActOutcome, { readonly kind: 'code' | 'appLink' | 'sent' | 'link' }>;

/** The result of the last act or sign-out, shown on the next screen. */
export type ActResult =
  | { readonly act: ActName; readonly kind: 'done' | 'unchanged' }
  | { readonly act: 'signOut'; readonly kind: 'notDone' };

/** A file to import. */
export type ImportFile = { readonly file: Blob; readonly name: string; readonly format: ImportFormat };

/** A bulk act and its list of IDs. */
export type BulkList = {
  readonly act: BulkActName;
  /** The ID of the service for which password links are created. */
  readonly clientId: string;
  readonly file: Blob;
};

/** The typed filter of the audit. Empty values are ignored. */
export type AuditFields = Readonly<Record<'userId' | 'clientId' | 'network' | 'from' | 'until', string>>;

/** Session and services of an opened desk. */
export type OpenedDesk = { readonly session: DeskSession; readonly services: readonly DeskService[] };

/** Data of a screen without paging. */
export type InfoScreen =
  | { readonly screen: 'notices'; readonly notices: readonly Notice[] }
  | { readonly screen: 'policies'; readonly policies: readonly DeskPolicy[] }
  | { readonly screen: 'state'; readonly state: DeskState };

/** The text key of a problem with the reason of an act. */
export type ReasonProblem = 'desk.reason.missing';

export type DeskInput = {
  readonly language: DeskLanguage;
  readonly route: DeskRoute;
  /** The draft that was stored before the sign-in. */
  readonly draft: Draft | null;
  /** Why the last sign-in failed; null when it did not fail. */
  readonly signInRefusal: DeskSignInRefusal | null;
};

export type DeskContext = DeskInput & {
  readonly session: DeskSession | null;
  readonly services: readonly DeskService[];
  readonly failure: Failure | null;
  readonly actResult: ActResult | null;

  readonly searchText: string;
  /** The state of the people who are listed; null for people in every state. */
  readonly status: PeopleState | null;
  readonly people: readonly PersonRow[];
  /** Key of the next page of people; null when there are no more people. */
  readonly nextPeopleKey: string | null;
  readonly person: DeskPerson | null;
  /** The ID of the service whose sign-in is explained; empty when no service is chosen. */
  readonly clientId: string;
  readonly explanation: DeskExplanation | null;
  readonly problem: ReasonProblem | null;
  readonly issued: Issued | null;
  readonly filter: AuditFields;
  readonly events: readonly DeskAuditEvent[];
  /** Key of the next page of events; null when there are no more events. */
  readonly nextEventsKey: string | null;
  /** The time of the oldest searched line (ISO 8601); null when everything was searched. */
  readonly searchedTo: AuditPage['searchedTo'];
  readonly auditExport: AuditExport | null;
  readonly file: ImportFile | null;
  readonly list: BulkList | null;
  readonly job: DeskJob | null;
  readonly info: InfoScreen | null;
};

export type DeskEvent =
  | { readonly type: 'language.chosen'; readonly language: DeskLanguage }
  | { readonly type: 'desk.retry' }
  | { readonly type: 'route.opened'; readonly route: DeskRoute }
  | { readonly type: 'signout.pressed' }
  | { readonly type: 'find.typed'; readonly searchText: string }
  | { readonly type: 'status.chosen'; readonly status: PeopleState | null }
  | { readonly type: 'more.requested' }
  | { readonly type: 'service.chosen'; readonly clientId: string }
  | { readonly type: 'filter.submitted'; readonly filter: AuditFields }
  | { readonly type: 'export.discarded' }
  | { readonly type: 'file.chosen'; readonly file: ImportFile }
  | { readonly type: 'list.submitted'; readonly list: BulkList }
  | { readonly type: 'act.chosen'; readonly act: ActName; readonly values: ActValues }
  | { readonly type: 'act.confirmed'; readonly values: ActValues }
  | { readonly type: 'act.cancelled' }
  | { readonly type: 'issued.closed' };
