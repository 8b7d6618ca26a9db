import { setTimeout } from 'node:timers/promises';
import {
  type BulkLinks,
  bulkActs,
  forEachPerson,
  isFinalResult,
  isMailedAct,
} from '#server/administration/bulk.ts';
import { decodeTable } from '#server/administration/files/decode.ts';
import { userIdsInCsv } from '#server/administration/files/tables.ts';
import { AdministrationRefusal } from '#server/administration/refusal.ts';
import type { BulkActName } from '#wire/desk/bulk.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';
import { clientIdOf } from './credentials.ts';
import { NotDoneError } from './not-done.ts';
import { refusalText } from './refusal-text.ts';

const DEFAULT_MAILS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;
const PEOPLE_PER_PROGRESS_LINE = 100;

const NO_GATEWAY_MESSAGE =
  'There is no gateway for mails: set SMTP_URL. Nothing has changed. · 메일을 보낼 게이트웨이가 없어요. SMTP_URL을 설정해 주세요. 바뀐 것은 없어요.';

/** The bulk acts by their names on the command line. */
const ACTS_BY_COMMAND_NAME: ReadonlyMap<string, BulkActName> = new Map([
  ['password-link', 'passwordLink'],
  ['app-link', 'appLink'],
  ['disable', 'disable'],
  ['enable', 'enable'],
]);

/**
 * The service and the kind of password links, from the options. For other acts, the client id is empty and the kind is null.
 * @throws AdminUsageError, NotDoneError
 */
function linkOptionsIn(context: ActionContext, args: ParsedArguments, act: BulkActName): BulkLinks {
  const { gateways } = context.portal;
  const isCreate = args.flag('create');
  const isChange = args.flag('change');
  if (act === 'passwordLink' && isCreate === isChange)
    throw new AdminUsageError('Use either --create or --change.');
  if (isMailedAct(act) && !gateways.inmail && !gateways.exmail)
    throw new NotDoneError('noGateway', NO_GATEWAY_MESSAGE);
  if (act !== 'passwordLink') return { clientId: '', kind: null };
  const clientId = clientIdOf(context, args);
  if (!context.portal.client(clientId)) {
    throw new NotDoneError('noClient', refusalText(new AdministrationRefusal('noClient', clientId)));
  }
  return { clientId, kind: isCreate ? 'create' : 'change' };
}

/**
 * The number of mails per minute: the option `--per-minute`, or the default.
 * @throws AdminUsageError
 */
function perMinuteIn(args: ParsedArguments): number {
  const perMinute = Number(args.text('per-minute') ?? DEFAULT_MAILS_PER_MINUTE);
  if (!Number.isInteger(perMinute) || perMinute < 1) {
    throw new AdminUsageError('--per-minute must be a whole number of 1 or more.');
  }
  return perMinute;
}

/**
 * The IDs in a file.
 * @throws NotDoneError when the file has no column `userId`
 */
function userIdsIn({ readFile }: ActionContext, path: string): readonly string[] {
  const decoded = decodeTable(readFile(path));
  const ids = decoded ? userIdsInCsv(decoded.text) : null;
  if (ids) return ids;
  throw new NotDoneError(
    'file',
    `${path} is not a table with a column userId; nothing has changed. · userId 열이 있는 표가 아니에요. 바뀐 것은 없어요.`,
  );
}

/**
 * Does a bulk act for each person in a file. The IDs of finished people are written to a progress file next to the file, so
 * that a repeated command continues with the remaining people.
 */
async function runBulk(context: ActionContext, args: ParsedArguments): Promise<void> {
  const { deps, print, progressFileAt, report } = context;
  const actName = args.subject;
  const path = args.second;
  const act = ACTS_BY_COMMAND_NAME.get(actName);
  if (!act) throw new AdminUsageError(`bulk takes one of ${[...ACTS_BY_COMMAND_NAME.keys()].join(', ')}.`);
  const intervalMs = MINUTE_MS / perMinuteIn(args);
  const userIds = userIdsIn(context, path);
  const bulkAct = bulkActs(deps, linkOptionsIn(context, args, act))[act];
  const progressFile = progressFileAt(`${path}.${actName}.done`);
  const finishedIds = new Set(progressFile.lines.map((line) => line.split('\t', 1)[0]));
  const remainingIds = userIds.filter((userId) => !finishedIds.has(userId));
  const resultCounts = new Map<string, number>();
  let processedCount = 0;
  const isComplete = await forEachPerson(
    remainingIds,
    bulkAct.run,
    async (userId, result) => {
      resultCounts.set(result, (resultCounts.get(result) ?? 0) + 1);
      if (isFinalResult(result)) progressFile.add(`${userId}\t${result}`);
      processedCount += 1;
      if (processedCount % PEOPLE_PER_PROGRESS_LINE === 0)
        print(`${finishedIds.size + processedCount} / ${userIds.length}`);
    },
    async (startedAt) => {
      if (isMailedAct(act)) await setTimeout(Math.max(0, startedAt + intervalMs - performance.now()));
    },
  );
  const summary =
    [...resultCounts].map(([result, count]) => `${count} ${result}`).join(', ') || 'nothing to do';
  report({
    action: `bulk-${actName}`,
    details: { accounts: userIds.length, before: finishedIds.size, ...Object.fromEntries(resultCounts) },
  });
  if (!isComplete) {
    throw new NotDoneError(
      'notSent',
      `The gateway accepts no mail: stopped. ${summary}. Run the same command again to continue. · 게이트웨이가 메일을 받지 않아 멈췄어요. 같은 명령을 다시 실행하면 이어서 해요.`,
    );
  }
  print(`${userIds.length} accounts, ${finishedIds.size} done earlier: ${summary}. · 끝났어요.`);
}

export const BULK_ACTIONS: Readonly<Record<string, Action>> = {
  bulk: {
    positionals: 'act and file',
    options: { create: 'flag', change: 'flag', client: 'text', 'per-minute': 'text' },
    run: runBulk,
  },
};
