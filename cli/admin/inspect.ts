import type { Language } from '#i18n/locale.ts';
import { FACTOR_KINDS } from '#server/administration/credentials.ts';
import { eventText } from '#server/administration/event-text.ts';
import {
  type Explanation,
  explain,
  type MethodState,
  type Obstacle,
  type ServiceState,
} from '#server/administration/explain.ts';
import { fieldsOf } from '#server/administration/fields.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import { accountRowsIn } from '#server/storage/repositories/account-rows.ts';
import type { SecurityEvent } from '#server/storage/repositories/security-events.ts';
import type { Action, ActionContext } from './action-context.ts';
import { EXPLAIN_TEXTS } from './explain-texts.ts';
import { tableOf, timeIn } from './lines.ts';
import { methodTitles } from './method-titles.ts';
import { languageOf, positiveIntegerOf } from './option-values.ts';

const DEFAULT_EVENT_LIMIT = 20;

/** The stored end of a lock that only an operator can remove. */
const LOCKED_FOR_GOOD = Number.MAX_SAFE_INTEGER;

/** The last events of an account in the audit; empty when the audit is not stored. */
const auditEventsOf = async (
  { history }: ActionContext,
  userId: string,
  limit: number,
): Promise<readonly AuditLine[]> => (await history?.last(limit, userId)) ?? [];

const auditEventLine = (timeZone: string, line: AuditLine, language: Language): string =>
  `  ${timeIn(timeZone, Date.parse(line.time))}  ${eventText(line, language)}`;

/** The stored values of an account, without secrets. */
async function accountViewOf({ portal }: ActionContext, userId: string) {
  const { accounts, passwords, devices, factors, sessions, storage, now, config } = portal;
  const account = await accounts.find(userId);
  const password = await passwords.find(userId);
  const code = await devices.emergencyCodes.find(userId);
  const time = (at: number): string => timeIn(config.timeZone, at);
  return {
    fields: account ? fieldsOf(account) : null,
    password: password && {
      expiresOn: password.expiresOn,
      hasToBeChanged: password.isInitial,
    },
    temporaryCode: code && code.validUntil > now() ? { until: time(code.validUntil) } : null,
    locks: (await accountRowsIn(storage).listLocks(userId)).map(
      ({ code: method, failures, until, isOfKnownBrowser }) => ({
        method,
        where: isOfKnownBrowser ? 'known browser' : 'other browsers',
        failures,
        until: until === null || until <= now() ? null : until === LOCKED_FOR_GOOD ? 'unlock' : time(until),
      }),
    ),
    factors: (await factors.of(userId)).map(({ factorId, type, name, registeredAt, lastUsedAt }) => ({
      factorId,
      kind: FACTOR_KINDS[type],
      name,
      registeredAt: time(registeredAt),
      lastUsedAt: lastUsedAt === null ? null : time(lastUsedAt),
    })),
    sessions: (await sessions.listSignedIn(userId)).map(({ startedAt, lastSeenAt, browser, address }) => ({
      startedAt: time(startedAt),
      lastSeenAt: time(lastSeenAt),
      browser,
      address,
    })),
  };
}

type AccountView = Awaited<ReturnType<typeof accountViewOf>>;

function accountViewText({ fields, password, temporaryCode, locks, factors, sessions }: AccountView): string {
  const rows = Object.entries(fields ?? {}).filter(([, value]) => value !== '');
  const table = (title: string, values: readonly Readonly<Record<string, unknown>>[]): string[] => {
    if (values.length === 0) return [`${title}: none`];
    const columns = Object.keys(values[0] ?? {});
    const cells = values.map((value) => columns.map((column) => String(value[column] ?? '–')));
    return [`${title}:`, tableOf([columns, ...cells]).replace(/^/gm, '  ')];
  };
  const passwordText = password
    ? [
        password.hasToBeChanged ? 'has to be changed' : 'set',
        password.expiresOn && `until ${password.expiresOn}`,
      ]
        .filter(Boolean)
        .join(', ')
    : 'none';
  return [
    tableOf(rows),
    `password: ${passwordText}`,
    `temporary code: ${temporaryCode ? `until ${temporaryCode.until}` : 'none'}`,
    ...table('locks and failures', locks),
    ...table('factors', factors),
    ...table('signed in', sessions),
  ].join('\n');
}

/** A sentence that says why a method cannot be used. */
const obstacleText = (obstacle: Obstacle, language: Language, timeZone: string): string =>
  EXPLAIN_TEXTS[language].obstacles[obstacle.why].replace('{until}', () =>
    'until' in obstacle ? timeIn(timeZone, obstacle.until) : '',
  );

/**
 * Lines about the identity check before a new password at a service: its methods, and a second line when the person can use
 * no method. No lines when the service requires no check.
 */
export function identityCheckLines(
  methods: readonly MethodState[],
  { identityMethods }: Pick<ServiceState, 'identityMethods'>,
  language: Language,
  timeZone: string,
): string[] {
  const titleOf = methodTitles(language);
  const checkMethods = methods.filter(({ method }) =>
    identityMethods.some((identityMethod) => identityMethod === method),
  );
  if (checkMethods.length === 0) return [];
  const titles = checkMethods.map(({ method, obstacles }) => {
    const reasons = obstacles.map((obstacle) => obstacleText(obstacle, language, timeZone)).join(' ');
    return obstacles.length === 0 ? `✓ ${titleOf(method)}` : `✗ ${titleOf(method)} (${reasons})`;
  });
  const isBlocked = checkMethods.every(({ obstacles }) => obstacles.length > 0);
  const texts = EXPLAIN_TEXTS[language];
  return [texts.identityCheck(titles.join(', ')), ...(isBlocked ? [texts.identityCheckImpossible] : [])];
}

/** A line about a method: whether it works, how the policy uses it, and why it does not work. */
function methodLine(
  { method, obstacles, remarks }: MethodState,
  service: ServiceState,
  language: Language,
  timeZone: string,
  titleOf: ReturnType<typeof methodTitles>,
): string {
  const texts = EXPLAIN_TEXTS[language];
  const use = service.uses.get(method) ?? 'none';
  const sentences = [
    ...obstacles.map((obstacle) => obstacleText(obstacle, language, timeZone)),
    ...remarks.map((remark) => texts.remarks[remark]),
  ];
  const isUsable = obstacles.length === 0;
  const explanation = sentences.map((sentence) => ` ${sentence}`).join('');
  return `  ${isUsable ? '✓' : '✗'} ${titleOf(method)}: ${isUsable ? texts.works : texts.doesNotWork} (${texts.uses[use]})${explanation}`;
}

/** A line for each method that the policy uses, and a last line with all methods that the policy does not use. */
function methodLines(
  methods: readonly MethodState[],
  service: ServiceState,
  language: Language,
  timeZone: string,
): string[] {
  const titleOf = methodTitles(language);
  const isUsed = ({ method }: MethodState): boolean => (service.uses.get(method) ?? 'none') !== 'none';
  const unusedTitles = methods.filter((state) => !isUsed(state)).map(({ method }) => titleOf(method));
  return [
    ...methods.filter(isUsed).map((state) => methodLine(state, service, language, timeZone, titleOf)),
    ...(unusedTitles.length > 0
      ? [`  – ${EXPLAIN_TEXTS[language].uses.none}: ${unusedTitles.join(', ')}`]
      : []),
  ];
}

/** A line that says whether a security event was delivered to a service or a receiver. */
function deliveryLine(event: SecurityEvent, language: Language, timeZone: string): string {
  const { delivered, deliveryFailed, deliveryPending, eventKinds } = EXPLAIN_TEXTS[language];
  const { kind, receiver, deliveredAt, failure, nextAt, tries } = event;
  if (deliveredAt !== null) return delivered(receiver, eventKinds[kind], timeIn(timeZone, deliveredAt));
  if (nextAt === null) return deliveryFailed(receiver, eventKinds[kind], failure, tries);
  return deliveryPending(receiver, eventKinds[kind], failure, tries, timeIn(timeZone, nextAt));
}

/** Lines that explain where and how a person can sign in. */
function explanationLines(explanation: Explanation, language: Language, timeZone: string): string[] {
  const texts = EXPLAIN_TEXTS[language];
  const { account, usageRefusal, groups, methods, services, sessionCount, events } = explanation;
  const names =
    account.name.ko === account.name.en ? account.name.ko : `${account.name.ko} / ${account.name.en}`;
  return [
    `${account.userId} (${names})`,
    usageRefusal ? texts.usage[usageRefusal.reason ?? usageRefusal.errCode] : texts.accountMayBeUsed,
    ...(groups.length > 0 ? [texts.groups(groups.join(', '))] : []),
    texts.sessions(sessionCount),
    ...events.map((event) => deliveryLine(event, language, timeZone)),
    ...services.flatMap((service) => {
      const { clientId, policy, canSignIn, rememberedBrowserCount } = service;
      if (typeof policy === 'string')
        return ['', `${texts.policyHeading(clientId, '–')}: ${texts.policy[policy]}`];
      return [
        '',
        texts.policyHeading(clientId, policy.id),
        ...methodLines(methods, service, language, timeZone),
        ...(policy.networks ? [`  ${texts.onlyFromNetworks(policy.networks.join(', '))}`] : []),
        ...(rememberedBrowserCount > 0 ? [`  ${texts.rememberedBrowsers(rememberedBrowserCount)}`] : []),
        `  ${canSignIn ? texts.methodsSuffice : texts.methodsDoNotSuffice}`,
        ...identityCheckLines(methods, service, language, timeZone).map((line) => `  ${line}`),
      ];
    }),
  ];
}

/** The client ids and SAML entity ids of all configured services. */
const serviceIdsOf = ({ portal: { config } }: ActionContext): readonly string[] => [
  ...config.clients.map(({ clientId }) => clientId),
  ...config.serviceProviders.map(({ serviceId }) => serviceId),
];

export const INSPECTION_ACTIONS: Readonly<Record<string, Action>> = {
  show: {
    positionals: 'user',
    options: { json: 'flag' },
    async run(context, args) {
      const { userId } = await context.find(args.subject);
      const view = await accountViewOf(context, userId);
      context.report({ action: 'show', account: userId });
      context.print(args.flag('json') ? JSON.stringify(view, null, 2) : accountViewText(view));
    },
  },
  explain: {
    positionals: 'user',
    options: { client: 'text', language: 'text' },
    async run(context, args) {
      const account = await context.find(args.subject);
      const language = languageOf(context.language, args);
      const client = args.text('client');
      const { timeZone } = context.portal.config;
      const explanation = await explain(
        context.portal,
        account,
        client === undefined ? serviceIdsOf(context) : [client],
      );
      const events = await auditEventsOf(context, account.userId, DEFAULT_EVENT_LIMIT);
      context.report({ action: 'explain', account: account.userId });
      const texts = EXPLAIN_TEXTS[language];
      context.print(
        [
          ...explanationLines(explanation, language, timeZone),
          '',
          events.length === 0 ? texts.noEvents : `${texts.lastEvents}:`,
          ...events.map((line) => auditEventLine(timeZone, line, language)),
        ].join('\n'),
      );
    },
  },
  history: {
    positionals: 'user',
    options: { limit: 'text', language: 'text', json: 'flag' },
    async run(context, args) {
      const { userId } = await context.find(args.subject);
      const language = languageOf(context.language, args);
      const events = await auditEventsOf(
        context,
        userId,
        positiveIntegerOf(args, 'limit', DEFAULT_EVENT_LIMIT),
      );
      context.report({ action: 'history', account: userId });
      if (args.flag('json')) return context.print(events.map((line) => JSON.stringify(line)).join('\n'));
      const { timeZone } = context.portal.config;
      context.print(
        events.length === 0
          ? EXPLAIN_TEXTS[language].noEvents
          : events.map((line) => auditEventLine(timeZone, line, language)).join('\n'),
      );
    },
  },
};
