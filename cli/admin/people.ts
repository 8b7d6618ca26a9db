import { fieldsOf, NEW_FIELDS } from '#server/administration/fields.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { ACCOUNT_STATUSES, PEOPLE_STATES, type PeopleState } from '#wire/desk/people.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, FIELD_OPTIONS, fieldsIn } from './arguments.ts';
import { accountTable, linesOfDifferences } from './lines.ts';

const resultMessage = (userId: string, ko: string, en: string): string => `${userId}: ${en} · ${ko}`;

/**
 * An action on one account, which prints the ID and the result.
 * @param run does the action and returns the result in both languages
 */
const accountAction = (
  run: (context: ActionContext, userId: string) => Promise<readonly [ko: string, en: string]>,
): Action => ({
  positionals: 'user',
  options: {},
  async run(context, { subject }) {
    const { userId } = await context.find(subject);
    const [ko, en] = await run(context, userId);
    context.print(resultMessage(userId, ko, en));
  },
});

/**
 * The value of the option `--status`; null when the option is not given.
 * @throws AdminUsageError
 */
function statusOption(value: string | undefined): PeopleState | null {
  const state = PEOPLE_STATES.find((peopleState) => peopleState === value);
  if (value !== undefined && !state)
    throw new AdminUsageError(`--status must be one of ${PEOPLE_STATES.join(', ')}.`);
  return state ?? null;
}

export const PEOPLE_ACTIONS: Readonly<Record<string, Action>> = {
  list: {
    positionals: 'none',
    options: { find: 'text', status: 'text', json: 'flag' },
    async run({ accounts, print, report }, args) {
      const searchText = foldedId(args.text('find') ?? '');
      const matching = (await accounts.list(statusOption(args.text('status'))))
        .map(fieldsOf)
        .filter((fields) => {
          const text = foldedId(
            [fields.userId, fields.nameKo, fields.nameEn, fields.phoneNumber, fields.internalMail].join(' '),
          );
          return text.includes(searchText);
        });
      report({ action: 'list', details: { accounts: matching.length } });
      if (args.flag('json')) print(JSON.stringify(matching, null, 2));
      else print(accountTable(matching, ACCOUNT_STATUSES));
    },
  },
  add: {
    positionals: 'user',
    options: FIELD_OPTIONS,
    async run({ accounts, print }, args) {
      const { userId, differences } = await accounts.add({ userId: args.subject, changes: fieldsIn(args) });
      print(resultMessage(userId, '만들었어요', 'added'));
      print(
        linesOfDifferences(
          differences.filter(({ to, field }) => field === 'groups' || to !== NEW_FIELDS[field]),
        ),
      );
      print(
        'Next: password-link --create, code or app-link. · 다음으로 비밀번호 링크, 임시 코드, 앱 링크 중 하나를 보내 주세요.',
      );
    },
  },
  change: {
    positionals: 'user',
    options: FIELD_OPTIONS,
    async run({ accounts, print }, args) {
      const { userId, outcome, differences } = await accounts.change(args.subject, fieldsIn(args));
      if (outcome === 'unchanged')
        return print(resultMessage(userId, '바꿀 것이 없어요', 'nothing to change'));
      print(resultMessage(userId, '바꿨어요', 'changed'));
      print(linesOfDifferences(differences));
    },
  },
  disable: accountAction(async ({ accounts }, userId) => {
    const { outcome } = await accounts.change(userId, { status: 'disabled' });
    return outcome === 'unchanged'
      ? ['이미 사용 중지예요', 'is disabled already']
      : ['사용을 중지하고 모든 곳에서 로그아웃했어요', 'disabled, and signed out everywhere'];
  }),
  enable: accountAction(async ({ accounts }, userId) => {
    const { outcome } = await accounts.change(userId, { status: 'active' });
    return outcome === 'unchanged'
      ? ['이미 사용 중이에요', 'is enabled already']
      : ['다시 사용할 수 있어요', 'enabled'];
  }),
  unlock: accountAction(async ({ accounts }, userId) => {
    const removedLocks = await accounts.unlock(userId);
    return removedLocks === 0
      ? ['잠금도 실패 횟수도 없어요', 'there was no lock and no failure count']
      : ['잠금과 실패 횟수를 지웠어요', 'unlocked; failures are counted from zero'];
  }),
  wake: accountAction(async ({ accounts }, userId) =>
    (await accounts.liftSuspension(userId))
      ? ['다시 로그인할 수 있어요', 'may sign in again']
      : ['휴면 상태도, 로그인이 막힌 상태도 아니에요', 'is neither dormant nor blocked from signing in'],
  ),
  'end-sessions': accountAction(async ({ accounts }, userId) => {
    await accounts.endSessions(userId);
    return ['모든 곳에서 로그아웃했어요', 'signed out everywhere'];
  }),
  remove: {
    positionals: 'user',
    options: { yes: 'flag' },
    async run({ accounts, find, print }, args) {
      const { userId } = await find(args.subject);
      if (!args.flag('yes')) {
        print(
          resultMessage(
            userId,
            '계정, 인증 수단, 기록을 되돌릴 수 없게 지워요. --yes를 붙여 주세요.',
            'account, factors and history will be deleted permanently; add --yes',
          ),
        );
        return;
      }
      await accounts.remove(userId);
      print(resultMessage(userId, '지웠어요', 'removed'));
    },
  },
};
