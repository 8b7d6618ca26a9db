import { fromPromise } from 'xstate';
import {
  account,
  accountId,
  audit,
  explanation,
  job,
  notices,
  people,
  policies,
  services,
  session,
  signInState,
  signOutResult,
  state,
} from '#desk/calls/answers.ts';
import type {
  ActOutcome,
  AuditFields,
  DeskScreen,
  InfoScreen,
  OpenedDesk,
} from '#machines/desk/desk.types.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { AuditPage } from '#wire/desk/audit.ts';
import type { DeskExplanation } from '#wire/desk/explanation.ts';
import type { DeskJob, JobSubject } from '#wire/desk/job.ts';
import type { DeskAccount, DeskPerson, PeoplePage, PeopleState } from '#wire/desk/people.ts';
import type { DeskSignOutResult } from '#wire/desk/session.ts';
import { type ActInput, type DeskDeps, performAct } from './acts.ts';
import { exportPorts } from './export.ts';
import { filledFields } from './filter.ts';

/** Fetches the session and the list of services, and sets the CSRF token. */
async function openDesk({ client }: DeskDeps): Promise<Result<OpenedDesk>> {
  const sessionAnswer = await client.call('session', session);
  if (!sessionAnswer.ok) return sessionAnswer;
  client.setCsrfToken(sessionAnswer.value.csrf);
  const serviceList = await client.call('services', services);
  return serviceList.ok
    ? success({ session: sessionAnswer.value, services: serviceList.value.services })
    : serviceList;
}

/** Fetches the data of a screen that shows notices, policies or the state of the servers. */
async function readInfo({ client }: DeskDeps, screen: DeskScreen): Promise<Result<InfoScreen>> {
  if (screen === 'notices') {
    const answer = await client.call('notices', notices);
    return answer.ok ? success({ screen, notices: answer.value.notices }) : answer;
  }
  if (screen === 'policies') {
    const answer = await client.call('policies', policies);
    return answer.ok ? success({ screen, policies: answer.value.policies }) : answer;
  }
  const answer = await client.call('state', state);
  return answer.ok ? success({ screen: 'state', state: answer.value }) : answer;
}

const NO_ACCOUNT: Result<never> = failed({
  kind: 'rejected',
  status: 404,
  code: 'noAccount',
  message: '',
  details: {},
});

/** Identifies an account. */
type AccountKey = {
  readonly userId: string;
  /** The SCIM ID of the account; null if it has to be found by the user ID. */
  readonly id: string | null;
};

async function readAccount({ client }: DeskDeps, { userId, id }: AccountKey): Promise<Result<DeskAccount>> {
  const foundId = id === null ? await client.call('people', accountId, { userId }) : success(id);
  if (!foundId.ok) return foundId;
  return foundId.value === null ? NO_ACCOUNT : client.call('account', account, { id: foundId.value });
}

/** Fetches an account and the state of its sign-ins. */
async function readPerson(deps: DeskDeps, key: AccountKey): Promise<Result<DeskPerson>> {
  const [accountAnswer, stateAnswer] = await Promise.all([
    readAccount(deps, key),
    deps.client.call('signInState', signInState, { userId: key.userId }),
  ]);
  if (!accountAnswer.ok) return accountAnswer;
  return stateAnswer.ok ? success({ ...accountAnswer.value, ...stateAnswer.value }) : stateAnswer;
}

/** The cursor of the next page of a list, as a field of the call; no field for the first page. */
const cursorField = (after: string | null) => after !== null && { after };

/** The ports of the help desk. */
export const deskPorts = (deps: DeskDeps) => ({
  openDesk: fromPromise<Result<OpenedDesk>>(() => openDesk(deps)),
  signOut: fromPromise<Result<DeskSignOutResult>>(() => deps.client.call('signOut', signOutResult)),
  findPeople: fromPromise<
    Result<PeoplePage>,
    { readonly find: string; readonly status: PeopleState | null; readonly after: string | null }
  >(({ input: { find, status, after } }) =>
    deps.client.call('people', people, {
      find: find.trim(),
      ...(status && { status }),
      ...cursorField(after),
    }),
  ),
  readPerson: fromPromise<Result<DeskPerson>, AccountKey>(({ input }) => readPerson(deps, input)),
  explain: fromPromise<Result<DeskExplanation>, { readonly userId: string; readonly clientId: string }>(
    ({ input }) => deps.client.call('explanation', explanation, input),
  ),
  readAudit: fromPromise<Result<AuditPage>, { readonly filter: AuditFields; readonly after: string | null }>(
    ({ input }) =>
      deps.client.call('audit', audit, { ...filledFields(input.filter), ...cursorField(input.after) }),
  ),
  ...exportPorts(deps),
  readInfo: fromPromise<Result<InfoScreen>, { readonly screen: DeskScreen }>(({ input }) =>
    readInfo(deps, input.screen),
  ),
  readJob: fromPromise<Result<DeskJob>, { readonly of: JobSubject }>(({ input }) =>
    deps.client.call('job', job, input),
  ),
  performAct: fromPromise<Result<ActOutcome>, ActInput>(({ input }) => performAct(deps, input)),
});
