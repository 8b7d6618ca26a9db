import { setTimeout } from 'node:timers/promises';
import { tableText } from '#server/administration/files/decode.ts';
import { idsIn } from '#server/administration/files/tables.ts';
import { AdministrationRefusal } from '#server/administration/refusal.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';
import { clientOf } from './credentials.ts';
import { NotDoneError } from './not-done.ts';
import { refusalText } from './refusal-text.ts';

/** Runs the bulk action for one person. @returns a one-word result */
type Act = (userId: string) => Promise<string>;

/** Default number of mails per minute. */
const PER_MINUTE = 600;
const MINUTE_MS = 60_000;
const PROGRESS_EVERY = 100;

/** Consecutive failed mails after which the gateway is considered down. */
const MAX_NOT_SENT = 5;

const NO_GATEWAY =
  'No gateway sends mails: set SMTP_URL. Nothing has changed. · 메일을 보낼 게이트웨이가 없어요. SMTP_URL을 설정해 주세요. 바뀐 것은 없어요.';

/** Sends a link by mail; a link that cannot be sent is not printed. */
function linksFor(context: ActionContext, args: ParsedArguments): Act {
  const [isCreate, isChange] = [args.flag('create'), args.flag('change')];
  if (isCreate === isChange) throw new AdminUsageError('Say either --create or --change.');
  const { gateways } = context.portal;
  if (!gateways.inmail && !gateways.exmail) throw new NotDoneError('noGateway', NO_GATEWAY);
  const clientId = clientOf(context, args);
  if (!context.portal.client(clientId)) {
    throw new NotDoneError('noClient', refusalText(new AdministrationRefusal('noClient', clientId)));
  }
  return async (userId) => {
    const issued = await context.credentials.issuePasswordLink(
      userId,
      clientId,
      isCreate ? 'create' : 'change',
    );
    return issued.outcome === 'printed' ? issued.why : 'sent';
  };
}

const ACTS: ReadonlyMap<string, (context: ActionContext, args: ParsedArguments) => Act> = new Map([
  ['password-link', linksFor],
  [
    'disable',
    ({ accounts }: ActionContext): Act =>
      async (userId) =>
        (await accounts.change(userId, { status: 'disabled' })).outcome,
  ],
]);

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
    `${path} is no table with a column userId; nothing has changed. · userId 열이 있는 표가 아니에요. 바뀐 것은 없어요.`,
  );
}

/** Whether a later run must not try again. */
const isFinal = (result: string): boolean => result !== 'notSent' && result !== 'tooMany';

/** The result for one person, also of a refusal. */
async function resultOf(act: Act, userId: string): Promise<string> {
  try {
    return await act(userId);
  } catch (error) {
    if (error instanceof AdministrationRefusal) return error.reason;
    throw error;
  }
}

async function run(context: ActionContext, args: ParsedArguments): Promise<void> {
  const { print, notesOf, report } = context;
  const { subject: name, second: path } = args;
  const actFor = ACTS.get(name);
  if (!actFor) throw new AdminUsageError(`bulk does one of ${[...ACTS.keys()].join(', ')}.`);
  const gapMs = MINUTE_MS / perMinuteIn(args);
  const wanted = userIdsIn(context, path);
  const act = actFor(context, args);
  const notes = notesOf(`${path}.${name}.done`);
  const done = new Set(notes.lines.map((line) => line.split('\t', 1)[0]));
  const remaining = wanted.filter((userId) => !done.has(userId));
  const counts = new Map<string, number>();
  let notSent = 0;
  for (const [index, userId] of remaining.entries()) {
    const next = performance.now() + gapMs;
    const result = await resultOf(act, userId);
    counts.set(result, (counts.get(result) ?? 0) + 1);
    if (isFinal(result)) notes.add(`${userId}\t${result}`);
    notSent = result === 'notSent' ? notSent + 1 : 0;
    if (notSent === MAX_NOT_SENT) break;
    if ((index + 1) % PROGRESS_EVERY === 0) print(`${done.size + index + 1} / ${wanted.length}`);
    if (name === 'password-link') await setTimeout(Math.max(0, next - performance.now()));
  }
  const summary = [...counts].map(([result, count]) => `${count} ${result}`).join(', ') || 'nothing to do';
  report({
    action: `bulk-${name}`,
    details: { accounts: wanted.length, before: done.size, ...Object.fromEntries(counts) },
  });
  if (notSent === MAX_NOT_SENT) {
    throw new NotDoneError(
      'notSent',
      `The gateway takes no mail: stopped. ${summary}. Run the same again to go on. · 게이트웨이가 메일을 받지 않아 멈췄어요. 같은 명령을 다시 실행하면 이어서 해요.`,
    );
  }
  print(`${wanted.length} accounts, ${done.size} done before: ${summary}. · 끝났어요.`);
}

export const BULK: Readonly<Record<string, Action>> = {
  bulk: {
    about: 'act and file',
    options: { create: 'flag', change: 'flag', client: 'text', 'per-minute': 'text' },
    run,
  },
};
