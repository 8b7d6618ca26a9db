import { assign, setup } from 'xstate';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { AuditPage } from '#wire/desk/audit.ts';
import type { DeskExplanation } from '#wire/desk/explanation.ts';
import type { DeskJob } from '#wire/desk/import.ts';
import { DESK_REASON_MIN } from '#wire/desk/names.ts';
import type { DeskPerson, PeoplePage, PeopleState, PersonRow } from '#wire/desk/people.ts';
import type { DeskRefusalCode } from '#wire/desk/refusal.ts';
import type { DeskSignedOut } from '#wire/desk/session.ts';
import type {
  ActName,
  ActOutcome,
  ActValues,
  AuditFields,
  DeskContext,
  DeskEvent,
  DeskInput,
  DeskLanguage,
  DeskScreen,
  Draft,
  ImportFile,
  Issued,
  News,
  Opened,
  Place,
  Sheet,
} from './desk.types.ts';
import { mayDo, needsReason } from './may.ts';

/** Milliseconds without a key after which people are looked for. */
const TYPING_PAUSE = 200;

/** Milliseconds between two questions how far an import is. */
const JOB_PAUSE = 1_000;

export type Args = { readonly context: DeskContext; readonly event: DeskEvent };

const isRefusedWith = (answer: Result<unknown>, code: DeskRefusalCode): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.code === code;

const isAt = ({ context }: { readonly context: DeskContext }, ...screens: readonly DeskScreen[]): boolean =>
  screens.includes(context.place.screen);

const othersThan = (known: readonly PersonRow[], people: readonly PersonRow[]): readonly PersonRow[] =>
  people.filter(({ userId }) => known.every((person) => person.userId !== userId));

const isRunning = (answer: Result<DeskJob>): boolean => answer.ok && answer.value.state === 'running';

const isIssuedOutcome = (outcome: ActOutcome): outcome is Issued =>
  ['code', 'appLink', 'sent', 'link'].includes(outcome.kind);

const newsOf = (draft: Draft | null, outcome: ActOutcome): News | null => {
  if (draft === null) return null;
  const isUnchanged =
    outcome.kind === 'unchanged' || (outcome.kind === 'account' && outcome.outcome === 'unchanged');
  return { act: draft.act, kind: isUnchanged ? 'unchanged' : 'done' };
};

/** Setup of the desk's machine: ports, guards and actions. */
export const deskSetup = setup({
  types: {
    context: {} as DeskContext,
    events: {} as DeskEvent,
    input: {} as DeskInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Who works at the desk, and which services there are. */
    openDesk: port<Result<Opened>>('desk.openDesk'),
    signOut: port<Result<DeskSignedOut>>('desk.signOut'),
    findPeople: port<
      Result<PeoplePage>,
      { readonly find: string; readonly status: PeopleState | null; readonly after: string | null }
    >('desk.findPeople'),
    readPerson: port<Result<DeskPerson>, { readonly userId: string }>('desk.readPerson'),
    explain: port<Result<DeskExplanation>, { readonly userId: string; readonly clientId: string }>(
      'desk.explain',
    ),
    readAudit: port<Result<AuditPage>, { readonly filter: AuditFields; readonly after: string | null }>(
      'desk.readAudit',
    ),
    readSheet: port<Result<Sheet>, { readonly screen: DeskScreen }>('desk.readSheet'),
    /** How far the import of this person is. */
    readJob: port<Result<DeskJob>>('desk.readJob'),
    performAct: port<
      Result<ActOutcome>,
      {
        readonly draft: Draft;
        readonly person: DeskPerson | null;
        readonly filter: AuditFields;
        readonly file: ImportFile | null;
        readonly timeZone: string;
      }
    >('desk.performAct'),
  },
  guards: {
    isOk: (_, answer: Result<unknown>) => answer.ok,
    isSignedOut: (_, answer: Result<unknown>) => isRefusedWith(answer, 'signedOut'),
    isProofStale: (_, answer: Result<unknown>) => isRefusedWith(answer, 'proofStale'),
    hasOtherDraft: ({ context }) => context.draft !== null && context.place.screen !== 'person',
    isFoundWithDraft: ({ context }, answer: Result<DeskPerson>) => answer.ok && context.draft !== null,
    isPersonPlace: (args) => isAt(args, 'person'),
    isAuditPlace: (args) => isAt(args, 'audit'),
    isImportPlace: (args) => isAt(args, 'import'),
    isSheetPlace: (args) => isAt(args, 'notices', 'policies', 'state'),
    hasMorePeople: ({ context }) => context.morePeople !== null,
    hasMoreEvents: ({ context }) => context.moreEvents !== null,
    mayDo: ({ context }, act: ActName) => mayDo(context, act),
    lacksReason: ({ context }, values: ActValues) =>
      context.draft !== null &&
      needsReason(context, context.draft.act) &&
      [...(values['reason'] ?? '').trim()].length < DESK_REASON_MIN,
    isIssued: (_, answer: Result<ActOutcome>) => answer.ok && isIssuedOutcome(answer.value),
    isAccount: (_, answer: Result<ActOutcome>) => answer.ok && answer.value.kind === 'account',
    isJobRunning: (_, answer: Result<DeskJob>) => isRunning(answer),
    isNoJob: (_, answer: Result<DeskJob>) => isRefusedWith(answer, 'noJob'),
    isChecked: ({ context }, act: ActName) =>
      mayDo(context, act) &&
      context.file !== null &&
      context.job?.kind === 'importCheck' &&
      context.job.state === 'done',
  },
  delays: {
    typingPause: TYPING_PAUSE,
    jobPause: JOB_PAUSE,
  },
  actions: {
    /** Keeps the chosen language for the next start; provided with the ports. */
    keepLanguage: (_, _language: DeskLanguage) => {
      throw new UnprovidedPortError('desk.keepLanguage');
    },
    /** Writes where somebody is into the address; provided with the ports. */
    keepPlace: (_, _place: Place) => {
      throw new UnprovidedPortError('desk.keepPlace');
    },
    /** Keeps in the browser where somebody is and what was typed, for after the sign-in; provided with the ports. */
    keepDraft: (_) => {
      throw new UnprovidedPortError('desk.keepDraft');
    },
    /** Leaves for the portal, to sign out there; provided with the ports. */
    leaveFor: (_, _portal: string) => {
      throw new UnprovidedPortError('desk.leaveFor');
    },
    setLanguage: assign((_, language: DeskLanguage) => ({ language })),
    setOpened: assign((_, answer: Result<Opened>) => (answer.ok ? { ...answer.value, refused: null } : {})),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    setPlace: assign(({ context }, place: Place) => ({
      place,
      draft: null,
      news: null,
      issued: null,
      ...(context.place.userId !== place.userId && { person: null, clientId: '', explanation: null }),
    })),
    setNotSignedOut: assign({ news: { act: 'signOut', kind: 'notDone' } as const }),
    setFind: assign((_, find: string) => ({ find })),
    setStatus: assign((_, status: PeopleState | null) => ({ status })),
    setPeople: assign((_, answer: Result<PeoplePage>) =>
      answer.ok ? { people: answer.value.people, morePeople: answer.value.next } : {},
    ),
    /** Who stands in the list already is not listed twice. */
    addPeople: assign(({ context }, answer: Result<PeoplePage>) =>
      answer.ok
        ? {
            people: [...context.people, ...othersThan(context.people, answer.value.people)],
            morePeople: answer.value.next,
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
            moreEvents: answer.value.next,
            searchedTo: answer.value.searchedTo,
          }
        : {},
    ),
    addEvents: assign(({ context }, answer: Result<AuditPage>) =>
      answer.ok
        ? {
            events: [...context.events, ...answer.value.events],
            moreEvents: answer.value.next,
            searchedTo: answer.value.searchedTo,
          }
        : {},
    ),
    setFile: assign((_, file: ImportFile) => ({ file })),
    setCheck: assign({ draft: { act: 'importCheck', userId: '', values: {} } as Draft | null }),
    setJob: assign((_, answer: Result<DeskJob>) => (answer.ok ? { job: answer.value } : {})),
    setSheet: assign((_, answer: Result<Sheet>) => (answer.ok ? { sheet: answer.value } : {})),
    setDraft: assign(
      ({ context }, { act, values }: { readonly act: ActName; readonly values: ActValues }) => ({
        draft: { act, userId: context.place.userId, values },
        news: null,
      }),
    ),
    setValues: assign(({ context }, values: ActValues) => ({
      draft: context.draft && { ...context.draft, values: { ...context.draft.values, ...values } },
      problem: null,
      failure: null,
    })),
    setReasonProblem: assign({ problem: 'desk.reason.missing' as const }),
    forgetDraft: assign({ draft: null, problem: null, failure: null }),
    setIssued: assign((_, answer: Result<ActOutcome>) => ({
      issued: answer.ok && isIssuedOutcome(answer.value) ? answer.value : null,
    })),
    forgetIssued: assign({ issued: null }),
    setAccountPlace: assign((_, answer: Result<ActOutcome>) =>
      answer.ok && answer.value.kind === 'account'
        ? { place: { screen: 'person' as const, userId: answer.value.userId }, person: null }
        : {},
    ),
    setNews: assign(({ context }, answer: Result<ActOutcome>) => ({
      news: answer.ok ? newsOf(context.draft, answer.value) : null,
    })),
  },
});
