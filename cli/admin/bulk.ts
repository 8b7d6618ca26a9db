import { setTimeout } from 'node:timers/promises';
import {
  type BulkLinks,
  bulkActs,
  forEachPerson,
  isFinalResult,
  isMailedAct,
} from '#server/administration/bulk.ts';
import { tableText } from '#server/administration/files/decode.ts';
import { idsIn } from '#server/administration/files/tables.ts';
import { AdministrationRefusal } from '#server/administration/refusal.ts';
import type { BulkActName } from '#wire/desk/bulk.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';
import { clientOf } from './credentials.ts';
import { NotDoneError } from './not-done.ts';
import { refusalText } from './refusal-text.ts';

/** Default number of mails per minute. */
const PER_MINUTE = 600;
const MINUTE_MS = 60_000;
const PROGRESS_EVERY = 100;

const NO_GATEWAY =
  'There is no gateway for mails: set SMTP_URL. Nothing has changed. · 메일을 보낼 게이트웨이가 없어요. SMTP_URL을 설정해 주세요. 바뀐 것은 없어요.';

/** The acts by their names in the command. */
const ACTS: ReadonlyMap<string, BulkActName> = new Map([
  ['password-link', 'passwordLink'],
  ['app-link', 'appLink'],
  ['disable', 'disable'],
  ['enable', 'enable'],
]);

/** Service and kind of password links; empty for other acts. */
function linksIn(context: ActionContext, args: ParsedArguments, act: BulkActName): BulkLinks {
  const { gateways } = context.portal;
  const [isCreate, isChange] = [args.flag('create'), args.flag('change')];
  if (act === 'passwordLink' && isCreate === isChange)
    throw new AdminUsageError('Use either --create or --change.');
  if (isMailedAct(act) && !gateways.inmail && !gateways.exmail)
    throw new NotDoneError('noGateway', NO_GATEWAY);
  if (act !== 'passwordLink') return { clientId: '', kind: null };
  const clientId = clientOf(context, args);
  if (!context.portal.client(clientId)) {
    throw new NotDoneError('noClient', refusalText(new AdministrationRefusal('noClient', clientId)));
  }
  return { clientId, kind: isCreate ? 'create' : 'change' };
}

function perMinuteIn(args: ParsedArguments): number {
  const perMinute = Number(args.text('per-minute') ?? PER_MINUTE);
  if (!Number.isInteger(perMinute) || perMinute < 1) {
    throw new AdminUsageError('--per-minute is a whole number of 1 or more.');
  }
  return perMinute;
}

/** The IDs of a file. */
function userIdsIn({ readFile }: ActionContext, path: string): readonly string[] {
  const decoded = tableText(readFile(path));
  const ids = decoded ? idsIn(decoded.text) : null;
  if (ids) return ids;
  throw new NotDoneError(
    'file',
    `${path} is not a table with a column userId; nothing has changed. · userId 열이 있는 표가 아니에요. 바뀐 것은 없어요.`,
  );
}

async function run(context: ActionContext, args: ParsedArguments): Promise<void> {
  const { deps, print, progressFileAt, report } = context;
  const { subject: name, second: path } = args;
  const act = ACTS.get(name);
  if (!act) throw new AdminUsageError(`bulk takes one of ${[...ACTS.keys()].join(', ')}.`);
  const intervalMs = MINUTE_MS / perMinuteIn(args);
  const userIds = userIdsIn(context, path);
  const { run: applyTo } = bulkActs(deps, linksIn(context, args, act))[act];
  const progressFile = progressFileAt(`${path}.${name}.done`);
  const done = new Set(progressFile.lines.map((line) => line.split('\t', 1)[0]));
  const remaining = userIds.filter((userId) => !done.has(userId));
  const counts = new Map<string, number>();
  let count = done.size;
  const isComplete = await forEachPerson(
    remaining,
    applyTo,
    async (userId, result) => {
      counts.set(result, (counts.get(result) ?? 0) + 1);
      if (isFinalResult(result)) progressFile.add(`${userId}\t${result}`);
      count += 1;
      if ((count - done.size) % PROGRESS_EVERY === 0) print(`${count} / ${userIds.length}`);
    },
    async (startedAt) => {
      if (isMailedAct(act)) await setTimeout(Math.max(0, startedAt + intervalMs - performance.now()));
    },
  );
  const summary = [...counts].map(([result, number]) => `${number} ${result}`).join(', ') || 'nothing to do';
  report({
    action: `bulk-${name}`,
    details: { accounts: userIds.length, before: done.size, ...Object.fromEntries(counts) },
  });
  if (!isComplete) {
    throw new NotDoneError(
      'notSent',
      `The gateway accepts no mail: stopped. ${summary}. Run the same command again to continue. · 게이트웨이가 메일을 받지 않아 멈췄어요. 같은 명령을 다시 실행하면 이어서 해요.`,
    );
  }
  print(`${userIds.length} accounts, ${done.size} done earlier: ${summary}. · 끝났어요.`);
}

export const BULK_ACTIONS: Readonly<Record<string, Action>> = {
  bulk: {
    positionals: 'act and file',
    options: { create: 'flag', change: 'flag', client: 'text', 'per-minute': 'text' },
    run,
  },
};
