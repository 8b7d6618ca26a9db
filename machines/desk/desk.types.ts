import type { Failure } from '#machines/shared/result.ts';
import type { AuditPage, DeskAuditEvent } from '#wire/desk/audit.ts';
import type { DeskCallName } from '#wire/desk/calls.ts';
import type { DeskExplanation } from '#wire/desk/explanation.ts';
import type { DeskJob, ImportFormat } from '#wire/desk/import.ts';
import type { DeskSignInRefusal } from '#wire/desk/names.ts';
import type { Notice } from '#wire/desk/notices.ts';
import type { DeskPerson, PeopleState, PersonRow } from '#wire/desk/people.ts';
import type { DeskSession } from '#wire/desk/session.ts';
import type { DeskPolicy, DeskService, DeskState } from '#wire/desk/state.ts';

export type DeskLanguage = 'ko' | 'en';

export const DESK_SCREENS = ['find', 'person', 'audit', 'import', 'notices', 'policies', 'state'] as const;
export type DeskScreen = (typeof DESK_SCREENS)[number];

/** Where somebody is at the desk. `userId` is empty but on the page of a person. */
export type Place = { readonly screen: DeskScreen; readonly userId: string };

/** What is done at the desk, by the names of the calls. */
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
  'auditExport',
  'putNotice',
  'endNotice',
] as const satisfies readonly DeskCallName[];
export type ActName = (typeof ACT_NAMES)[number];

/** The values of an act by name: what is typed, and what was chosen with the act. */
export type ActValues = Readonly<Record<string, string>>;

/** An act that waits for its confirmation. */
export type Draft = { readonly act: ActName; readonly userId: string; readonly values: ActValues };

/** What is kept in the browser while the person signs in; a file is not. */
export type Kept = { readonly place: Place; readonly draft: Draft | null };

/** What an act has led to. Times are epoch milliseconds. */
export type ActOutcome =
  | { readonly kind: 'done' | 'unchanged' }
  | { readonly kind: 'code'; readonly code: string; readonly validUntil: number; readonly isUnused: boolean }
  | { readonly kind: 'appLink'; readonly link: string; readonly validUntil: number }
  | { readonly kind: 'sent'; readonly to: readonly string[]; readonly validUntil: number }
  | {
      readonly kind: 'link';
      readonly link: string;
      readonly validUntil: number;
      readonly why: 'noMail' | 'noGateway';
    }
  | {
      readonly kind: 'account';
      readonly userId: string;
      readonly outcome: 'added' | 'changed' | 'unchanged';
    };

/** What is shown once, until it is closed. */
export type Issued = Extract<ActOutcome, { readonly kind: 'code' | 'appLink' | 'sent' | 'link' }>;

/** What has happened last, shown on the next screen. */
export type News =
  | { readonly act: ActName; readonly kind: 'done' | 'unchanged' }
  | { readonly act: 'signOut'; readonly kind: 'notDone' };

/** A file that is imported, and how it is read. */
export type ImportFile = { readonly file: Blob; readonly name: string; readonly format: ImportFormat };

/** What is looked for in the audit, as it is typed; empty values do not count. */
export type AuditFields = Readonly<Record<'userId' | 'clientId' | 'network' | 'from' | 'until', string>>;

/** What the desk knows of who works at it. */
export type Opened = { readonly session: DeskSession; readonly services: readonly DeskService[] };

/** What a screen that is read as a whole shows. */
export type Sheet =
  | { readonly screen: 'notices'; readonly notices: readonly Notice[] }
  | { readonly screen: 'policies'; readonly policies: readonly DeskPolicy[] }
  | { readonly screen: 'state'; readonly state: DeskState };

export type ReasonProblem = 'desk.reason.missing';

export type DeskInput = {
  readonly language: DeskLanguage;
  readonly place: Place;
  /** What was kept before the person signed in. */
  readonly draft: Draft | null;
  /** Why the sign-in came to nothing; null when it did not. */
  readonly refused: DeskSignInRefusal | null;
};

export type DeskContext = DeskInput & {
  readonly session: DeskSession | null;
  readonly services: readonly DeskService[];
  readonly failure: Failure | null;
  readonly news: News | null;
  /** What is typed to find people, and who was found. */
  readonly find: string;
  /** What the list is narrowed to; null for everybody. */
  readonly status: PeopleState | null;
  readonly people: readonly PersonRow[];
  readonly morePeople: string | null;
  readonly person: DeskPerson | null;
  /** The service about which is asked; empty for none. */
  readonly clientId: string;
  readonly explanation: DeskExplanation | null;
  readonly problem: ReasonProblem | null;
  readonly issued: Issued | null;
  readonly filter: AuditFields;
  readonly events: readonly DeskAuditEvent[];
  readonly moreEvents: string | null;
  /** ISO 8601; how far back the audit was searched, null for all of it. */
  readonly searchedTo: AuditPage['searchedTo'];
  readonly file: ImportFile | null;
  readonly job: DeskJob | null;
  readonly sheet: Sheet | null;
};

export type DeskEvent =
  | { readonly type: 'language.chosen'; readonly language: DeskLanguage }
  | { readonly type: 'desk.retry' }
  | { readonly type: 'place.opened'; readonly place: Place }
  | { readonly type: 'signout.pressed' }
  | { readonly type: 'find.typed'; readonly find: string }
  | { readonly type: 'status.chosen'; readonly status: PeopleState | null }
  | { readonly type: 'more.asked' }
  | { readonly type: 'service.chosen'; readonly clientId: string }
  | { readonly type: 'filter.submitted'; readonly filter: AuditFields }
  | { readonly type: 'file.chosen'; readonly file: ImportFile }
  | { readonly type: 'act.chosen'; readonly act: ActName; readonly values: ActValues }
  | { readonly type: 'act.confirmed'; readonly values: ActValues }
  | { readonly type: 'act.cancelled' }
  | { readonly type: 'issued.closed' };
