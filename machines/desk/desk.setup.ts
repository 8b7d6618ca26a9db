import { assign, setup } from 'xstate';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { AuditPage } from '#wire/desk/audit.ts';
import type { DeskExplanation } from '#wire/desk/explanation.ts';
import type { DeskJob, JobSubject } from '#wire/desk/job.ts';
import { DESK_MIN_REASON_LENGTH } from '#wire/desk/names.ts';
import type { DeskPerson, PeoplePage, PeopleState, PersonRow } from '#wire/desk/people.ts';
import type { DeskRefusalCode } from '#wire/desk/refusal.ts';
import type { DeskSignOutResult } from '#wire/desk/session.ts';
import type {
  ActName,
  ActOutcome,
  ActResult,
  ActValues,
  AuditExportJob,
  AuditFields,
  BulkList,
  DeskContext,
  DeskEvent,
  DeskInput,
  DeskLanguage,
  DeskRoute,
  DeskScreen,
  Draft,
  ExportedPart,
  ImportFile,
  InfoScreen,
  Issued,
  OpenedDesk,
} from './desk.types.ts';
import { isActAllowed, needsReason } from './permissions.ts';

/** Pause in typing after which people are searched, in milliseconds. */
const TYPING_PAUSE = 200;

/** Interval of progress requests, in milliseconds. */
const JOB_PAUSE = 1_000;

/** The kind of job that has to be done before an act. */
const REQUIRED_CHECKS: Readonly<Partial<Record<ActName, DeskJob['kind']>>> = {
  importRun: 'importCheck',
  bulkRun: 'bulkCheck',
};

export type Args = { readonly context: DeskContext; readonly event: DeskEvent };

const isRefusedWith = (answer: Result<unknown>, code: DeskRefusalCode): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.code === code;

const isOnScreen = (
  { context }: { readonly context: DeskContext },
  ...screens: readonly DeskScreen[]
): boolean => screens.includes(context.route.screen);

/** The people who are not in the list yet. */
const withoutListed = (listed: readonly PersonRow[], people: readonly PersonRow[]): readonly PersonRow[] =>
  people.filter(({ userId }) => listed.every((person) => person.userId !== userId));

const isRunning = (answer: Result<DeskJob>): boolean => answer.ok && answer.value.state === 'running';

const isIssuedOutcome = (outcome: ActOutcome): outcome is Issued =>
  ['code', 'appLink', 'sent', 'link'].includes(outcome.kind);

const actResultOf = (draft: Draft | null, outcome: ActOutcome): ActResult | null => {
  if (draft === null) return null;
  const isUnchanged =
    outcome.kind === 'unchanged' || (outcome.kind === 'account' && outcome.outcome === 'unchanged');
  return { act: draft.act, kind: isUnchanged ? 'unchanged' : 'done' };
};

/** Setup of the machine of the help desk. */
export const deskSetup = setup({
  types: {
    context: {} as DeskContext,
    events: {} as DeskEvent,
    input: {} as DeskInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Fetches the session and the services. */
    openDesk: port<Result<OpenedDesk>>('desk.openDesk'),
    signOut: port<Result<DeskSignOutResult>>('desk.signOut'),
    findPeople: port<
      Result<PeoplePage>,
      { readonly find: string; readonly status: PeopleState | null; readonly after: string | null }
    >('desk.findPeople'),
    readPerson: port<Result<DeskPerson>, { readonly userId: string; readonly id: string | null }>(
      'desk.readPerson',
    ),
    explain: port<Result<DeskExplanation>, { readonly userId: string; readonly clientId: string }>(
      'desk.explain',
    ),
    readAudit: port<Result<AuditPage>, { readonly filter: AuditFields; readonly after: string | null }>(
      'desk.readAudit',
    ),
    readExportPart: port<
      Result<ExportedPart>,
      AuditExportJob & {
        /** Key of the part; null for the first part. */
        readonly after: string | null;
      }
    >('desk.readExportPart'),
    endExport: port<Result<ActOutcome>, { readonly exportId: string }>('desk.endExport'),
    readInfo: port<Result<InfoScreen>, { readonly screen: DeskScreen }>('desk.readInfo'),
    /** Fetches the last job of the signed-in person. */
    readJob: port<Result<DeskJob>, { readonly of: JobSubject }>('desk.readJob'),
    performAct: port<
      Result<ActOutcome>,
      {
        readonly draft: Draft;
        readonly person: DeskPerson | null;
        readonly filter: AuditFields;
        readonly file: ImportFile | null;
        readonly list: BulkList | null;
        readonly timeZone: string;
      }
    >('desk.performAct'),
  },
  guards: {
    isOk: (_, answer: Result<unknown>) => answer.ok,
    isSignedOut: (_, answer: Result<unknown>) => isRefusedWith(answer, 'signedOut'),
    isProofStale: (_, answer: Result<unknown>) => isRefusedWith(answer, 'proofStale'),
    /** There is a draft whose dialog needs no person. */
    hasOtherDraft: ({ context }) => context.draft !== null && context.route.screen !== 'person',
    hasPersonAndDraft: ({ context }, answer: Result<DeskPerson>) => answer.ok && context.draft !== null,
    isPersonRoute: (args) => isOnScreen(args, 'person'),
    isAuditRoute: (args) => isOnScreen(args, 'audit'),
    hasAuditExport: ({ context }) => isOnScreen({ context }, 'audit') && context.auditExport !== null,
    isExportStarted: (_, answer: Result<ActOutcome>) => answer.ok && answer.value.kind === 'export',
    isLastPart: (_, answer: Result<ExportedPart>) => answer.ok && answer.value.next === null,
    isJobRoute: (args) => isOnScreen(args, 'import', 'bulk'),
    isInfoRoute: (args) => isOnScreen(args, 'notices', 'policies', 'state'),
    hasMorePeople: ({ context }) => context.nextPeopleKey !== null,
    hasMoreEvents: ({ context }) => context.nextEventsKey !== null,
    isActAllowed: ({ context }, act: ActName) => isActAllowed(context, act),
    lacksReason: ({ context }, values: ActValues) =>
      context.draft !== null &&
      needsReason(context, context.draft.act) &&
      [...(values['reason'] ?? '').trim()].length < DESK_MIN_REASON_LENGTH,
    isIssued: (_, answer: Result<ActOutcome>) => answer.ok && isIssuedOutcome(answer.value),
    hasChangedAccount: (_, answer: Result<ActOutcome>) => answer.ok && answer.value.kind === 'account',
    isJobRunning: (_, answer: Result<DeskJob>) => isRunning(answer),
    hasNoJob: (_, answer: Result<DeskJob>) => isRefusedWith(answer, 'noJob'),
    isCheckedAndAllowed: ({ context }, act: ActName) =>
      isActAllowed(context, act) &&
      context.job?.kind === REQUIRED_CHECKS[act] &&
      context.job?.state === 'done' &&
      (act === 'importRun' ? context.file : context.list) !== null,
  },
  delays: {
    typingPause: TYPING_PAUSE,
    jobPause: JOB_PAUSE,
  },
  actions: {
    /** Stores the chosen language. Provided with the ports. */
    storeLanguage: (_, _language: DeskLanguage) => {
      throw new UnprovidedPortError('desk.storeLanguage');
    },
    /** Writes the route into the address. Provided with the ports. */
    pushRoute: (_, _route: DeskRoute) => {
      throw new UnprovidedPortError('desk.pushRoute');
    },
    /** Stores route and draft in the browser until after the sign-in. Provided with the ports. */
    storeDraft: (_) => {
      throw new UnprovidedPortError('desk.storeDraft');
    },
    /** Opens the portal to sign out there. Provided with the ports. */
    openPortal: (_, _portal: string) => {
      throw new UnprovidedPortError('desk.openPortal');
    },
    /** Saves the exported file with the browser. Provided with the ports. */
    saveExport: (_) => {
      throw new UnprovidedPortError('desk.saveExport');
    },
    setLanguage: assign((_, language: DeskLanguage) => ({ language })),
    setOpened: assign((_, answer: Result<OpenedDesk>) =>
      answer.ok ? { ...answer.value, signInRefusal: null } : {},
    ),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    setRoute: assign(({ context }, route: DeskRoute) => ({
      route,
      draft: null,
      actResult: null,
      issued: null,
      ...(context.route.userId !== route.userId && { person: null, clientId: '', explanation: null }),
    })),
    setNotSignedOut: assign({ actResult: { act: 'signOut', kind: 'notDone' } as const }),
    setSearchText: assign((_, searchText: string) => ({ searchText })),
    setStatus: assign((_, status: PeopleState | null) => ({ status })),
    setPeople: assign((_, answer: Result<PeoplePage>) =>
      answer.ok ? { people: answer.value.people, nextPeopleKey: answer.value.next } : {},
    ),
    /** Adds the people of the next page that are not in the list yet. */
    addPeople: assign(({ context }, answer: Result<PeoplePage>) =>
      answer.ok
        ? {
            people: [...context.people, ...withoutListed(context.people, answer.value.people)],
            nextPeopleKey: answer.value.next,
          }
        : {},
    ),
    setPerson: assign((_, answer: Result<DeskPerson>) => (answer.ok ? { person: answer.value } : {})),
    setService: assign((_, clientId: string) => ({ clientId, explanation: null })),
    setExplanation: assign((_, answer: Result<DeskExplanation>) =>
      answer.ok ? { explanation: answer.value } : {},
    ),
    setFilter: assign((_, filter: AuditFields) => ({ filter })),
    setEvents: assign((_, answer: Result<AuditPage>) =>
      answer.ok
        ? {
            events: answer.value.events,
            nextEventsKey: answer.value.next,
            searchedTo: answer.value.searchedTo,
          }
        : {},
    ),
    addEvents: assign(({ context }, answer: Result<AuditPage>) =>
      answer.ok
        ? {
            events: [...context.events, ...answer.value.events],
            nextEventsKey: answer.value.next,
            searchedTo: answer.value.searchedTo,
          }
        : {},
    ),
    setExport: assign((_, answer: Result<ActOutcome>) => {
      if (!answer.ok || answer.value.kind !== 'export') return {};
      const { exportId, format } = answer.value;
      return { auditExport: { exportId, format, parts: [], lines: 0, next: null, searchedTo: null } };
    }),
    addPart: assign(({ context: { auditExport } }, answer: Result<ExportedPart>) => {
      if (auditExport === null || !answer.ok) return {};
      const { file, ...progress } = answer.value;
      return { auditExport: { ...auditExport, ...progress, parts: [...auditExport.parts, file] } };
    }),
    setExportResult: assign({
      auditExport: null,
      actResult: { act: 'auditExport', kind: 'done' } as const,
    }),
    clearExport: assign({ auditExport: null }),
    setFile: assign((_, file: ImportFile) => ({ file })),
    setList: assign((_, list: BulkList) => ({ list })),
    setBulkCheckDraft: assign({ draft: { act: 'bulkCheck', userId: '', values: {} } as Draft | null }),
    setImportCheckDraft: assign({ draft: { act: 'importCheck', userId: '', values: {} } as Draft | null }),
    setJob: assign((_, answer: Result<DeskJob>) => (answer.ok ? { job: answer.value } : {})),
    setInfo: assign((_, answer: Result<InfoScreen>) => (answer.ok ? { info: answer.value } : {})),
    setDraft: assign(
      ({ context }, { act, values }: { readonly act: ActName; readonly values: ActValues }) => ({
        draft: { act, userId: context.route.userId, values },
        actResult: null,
      }),
    ),
    setValues: assign(({ context }, values: ActValues) => ({
      draft: context.draft && { ...context.draft, values: { ...context.draft.values, ...values } },
      problem: null,
      failure: null,
    })),
    setReasonProblem: assign({ problem: 'desk.reason.missing' as const }),
    clearDraft: assign({ draft: null, problem: null, failure: null }),
    setIssued: assign((_, answer: Result<ActOutcome>) => ({
      issued: answer.ok && isIssuedOutcome(answer.value) ? answer.value : null,
    })),
    clearIssued: assign({ issued: null }),
    setAccountRoute: assign((_, answer: Result<ActOutcome>) =>
      answer.ok && answer.value.kind === 'account'
        ? { route: { screen: 'person' as const, userId: answer.value.userId }, person: null }
        : {},
    ),
    setActResult: assign(({ context }, answer: Result<ActOutcome>) => ({
      actResult: answer.ok ? actResultOf(context.draft, answer.value) : null,
    })),
  },
});
