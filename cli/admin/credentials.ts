import { FACTOR_KINDS, type IssuedSecret } from '#server/administration/credentials.ts';
import { explain, isTemporaryCodeAllowed } from '#server/administration/explain.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';
import { identityCheckLines } from './inspect.ts';
import { timeIn } from './lines.ts';

const SHOWN_ONCE_MESSAGE = 'It is shown only once. · 지금 한 번만 보여요.';

/** Prints a secret, such as a code or a link, and how long it is valid. */
function printSecret(
  { portal, print }: ActionContext,
  userId: string,
  { secret, validUntil }: IssuedSecret,
): void {
  print(secret);
  const until = validUntil === null ? '' : ` until ${timeIn(portal.config.timeZone, validUntil)}`;
  print(`For ${userId}${until}. ${SHOWN_ONCE_MESSAGE}`);
}

/**
 * The client id of the service that a link belongs to: the option `--client`, the default client, or the only configured service.
 * @throws AdminUsageError when the service is not named and cannot be chosen
 */
export function clientIdOf({ portal }: ActionContext, args: ParsedArguments): string {
  const { defaultClient, clients, serviceProviders } = portal.config;
  const onlyClientId =
    clients.length + serviceProviders.length === 1
      ? (clients[0]?.clientId ?? serviceProviders[0]?.serviceId)
      : undefined;
  const clientId = args.text('client') ?? defaultClient ?? onlyClientId;
  if (clientId === undefined) throw new AdminUsageError('Name the service: --client ID.');
  return clientId;
}

async function setPassword(context: ActionContext, args: ParsedArguments): Promise<void> {
  const { find, input, credentials, print } = context;
  const { userId } = await find(args.subject);
  if (args.flag('force-change')) {
    if (args.flag('keep')) throw new AdminUsageError('Use either --keep or --force-change.');
    await credentials.forceChange(userId);
    return print(
      `${userId}: the password has to be changed at the next sign-in · 다음 로그인에서 비밀번호를 바꿔야 해요`,
    );
  }
  const password = (await input()).replace(/\r?\n$/, '');
  if (password === '') throw new AdminUsageError('Pipe the password in; it is never an argument.');
  await credentials.setPassword(userId, password, !args.flag('keep'));
  print(
    args.flag('keep')
      ? `${userId}: password set, signed out everywhere · 비밀번호를 정하고 모든 곳에서 로그아웃했어요`
      : `${userId}: password set, to be changed at the next sign-in · 비밀번호를 정했어요. 다음 로그인에서 바꿔야 해요`,
  );
}

/** Messages that say why a link was printed and not sent. */
const NOT_SENT_MESSAGES = {
  noMail: 'It was not sent: the account has no mail. · 계정에 메일 주소가 없어 보내지 않았어요.',
  noGateway: 'It was not sent: SMTP_URL is not set. · SMTP_URL이 없어 보내지 않았어요.',
} as const;

/** Prints a warning when the person cannot pass the identity check that precedes a new password. */
async function warnOfImpossibleCheck(
  { portal, find, language, print }: ActionContext,
  userId: string,
  clientId: string,
) {
  const { methods, services } = await explain(portal, await find(userId), [clientId]);
  const checkMethods = services.flatMap(({ identityMethods: checks }) => checks);
  const canPass = methods.some(
    ({ method, obstacles }) => obstacles.length === 0 && checkMethods.some((check) => check === method),
  );
  if (canPass) return;
  for (const service of services) {
    for (const line of identityCheckLines(methods, service, language, portal.config.timeZone)) print(line);
  }
}

const UNUSED_CODE_MESSAGE =
  'No policy of this person accepts a temporary code: add emergencyCode to its methods. · 이 사람의 정책에는 임시 코드가 없어요. 정책의 methods에 emergencyCode를 넣어 주세요.';

/** Prints a warning when no policy of the person accepts a temporary code. */
async function warnOfUnusedCode(context: ActionContext, userId: string): Promise<void> {
  const isAccepted = await isTemporaryCodeAllowed(context.portal, await context.find(userId));
  if (!isAccepted) context.print(UNUSED_CODE_MESSAGE);
}

async function sendPasswordLink(context: ActionContext, args: ParsedArguments): Promise<void> {
  const { find, credentials, print, portal } = context;
  const isCreate = args.flag('create');
  const isChange = args.flag('change');
  if (isCreate === isChange) throw new AdminUsageError('Use either --create or --change.');
  const { userId } = await find(args.subject);
  const clientId = clientIdOf(context, args);
  const outcome = await credentials.issuePasswordLink(userId, clientId, isCreate ? 'create' : 'change');
  if (outcome.outcome === 'printed') {
    printSecret(context, userId, { secret: outcome.link, validUntil: outcome.validUntil });
    print(NOT_SENT_MESSAGES[outcome.why]);
    return warnOfImpossibleCheck(context, userId, clientId);
  }
  const until = timeIn(portal.config.timeZone, outcome.validUntil);
  print(`${userId}: sent to ${outcome.to.join(', ')}, valid until ${until} · 메일로 보냈어요`);
}

export const CREDENTIAL_ACTIONS: Readonly<Record<string, Action>> = {
  password: { positionals: 'user', options: { keep: 'flag', 'force-change': 'flag' }, run: setPassword },
  'password-link': {
    positionals: 'user',
    options: { create: 'flag', change: 'flag', client: 'text' },
    run: sendPasswordLink,
  },
  code: {
    positionals: 'user',
    options: {},
    async run(context, { subject }) {
      const { userId } = await context.find(subject);
      printSecret(context, userId, await context.credentials.issueCode(userId));
      await warnOfUnusedCode(context, userId);
    },
  },
  'app-link': {
    positionals: 'user',
    options: {},
    async run(context, { subject }) {
      const { userId } = await context.find(subject);
      printSecret(context, userId, await context.credentials.issueAppLink(userId));
    },
  },
  'remove-factor': {
    positionals: 'factor',
    options: {},
    async run({ find, credentials, print }, { subject, second }) {
      const { userId } = await find(subject);
      const { type, name } = await credentials.removeFactor(userId, second);
      print(
        `${userId}: ${FACTOR_KINDS[type]}${name && ` “${name}”`} removed, signed out everywhere · 인증 수단을 지우고 로그아웃했어요`,
      );
    },
  },
};
