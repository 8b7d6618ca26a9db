import type { Language } from '#i18n/locale.ts';
import { eventText } from '#server/administration/event-text.ts';
import {
  type MonthlyReport,
  monthlyReport,
  type OperatorAction,
} from '#server/administration/monthly-report.ts';
import { networkMatcher } from '#server/config/network-range.ts';
import { dayAfter, startOfDay } from '#server/login/policy/start-of-day.ts';
import { type ChainReport, checkChain } from '#server/operations/audit/check.ts';
import { type DayRange, dayOf, oldestDay, type ReadDays } from '#server/operations/audit/days.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import type { AuditHistory } from '#server/operations/audit/open.ts';
import { type AuditQuery, eventsIn } from '#server/operations/audit/query.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';
import { AUDIT_TEXTS } from './audit-texts.ts';
import { tableOf, timeIn } from './lines.ts';
import { NotDoneError } from './not-done.ts';
import { languageOf, positiveIntegerOf } from './option-values.ts';

const MAX_LISTED_PROBLEMS = 50;

const DEFAULT_EVENT_LIMIT = 1000;

/** The first day of a month, and the first day of the next month. */
function parseMonth(text: string): { readonly firstDay: string; readonly nextFirstDay: string } {
  const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === '') throw new AdminUsageError('--month must be a month such as 2026-11.');
  const nextMonth =
    month === '12' ? `${Number(year) + 1}-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}`;
  return { firstDay: `${text}-01`, nextFirstDay: `${nextMonth}-01` };
}

/**
 * The day in an option; undefined when the option is not given.
 * @throws AdminUsageError
 */
function dayOption(args: ParsedArguments, name: 'from' | 'until'): string | undefined {
  const value = args.text(name);
  if (value === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new AdminUsageError(`--${name} must be a day such as 2026-11-20.`);
  }
  return value;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * The query for events of the audit that the options describe.
 * @throws AdminUsageError
 */
function auditQueryOf({ portal }: ActionContext, args: ParsedArguments): AuditQuery {
  const { timeZone } = portal.config;
  const network = args.text('network');
  if (network !== undefined && !networkMatcher(network)) {
    throw new AdminUsageError('--network must be an address, or a network such as 203.0.113.0/24.');
  }
  const from = dayOption(args, 'from');
  const until = dayOption(args, 'until');
  const account = args.text('user');
  const client = args.text('client');
  return {
    ...(account !== undefined && { account }),
    ...(client !== undefined && { client }),
    ...(network !== undefined && { network }),
    ...(from !== undefined && { from: startOfDay(from, timeZone) }),
    ...(until !== undefined && { until: startOfDay(dayAfter(until), timeZone) }),
  };
}

/**
 * The stored events of the audit.
 * @throws NotDoneError when the audit is written to standard output
 */
const historyOf = ({ history }: ActionContext): AuditHistory => {
  if (history) return history;
  throw new NotDoneError(
    'stdout',
    'The audit is written to standard output: search in the system that collects it. · 감사 기록이 표준 출력으로 나가요. 모으는 곳에서 확인해 주세요.',
  );
};

/** Lines with the result of the check of one copy of the audit. */
const chainReportLines = (report: ChainReport, language: Language): string[] => {
  const texts = AUDIT_TEXTS[language];
  const { days, digest, incompleteLines, lines, problems, unchained } = report;
  return [
    texts.checkedLines(lines, days),
    ...(unchained > 0 ? [texts.linesWithoutHash(unchained)] : []),
    ...(incompleteLines > 0 ? [texts.cutOffLines(incompleteLines)] : []),
    problems.length === 0 ? texts.noProblem : texts.problemCount(problems.length),
    ...problems
      .slice(0, MAX_LISTED_PROBLEMS)
      .map(({ day, kind, seq, writer }) => `  ${day} ${writer} ${seq}: ${texts.problemTexts[kind]}`),
    texts.digestLine(digest),
  ];
};

/** Checks each stored copy of the audit for changed or removed lines. */
async function checkCopies(
  { copies, portal }: ActionContext,
  range: DayRange = {},
): Promise<readonly (readonly ['files' | 'table', ChainReport])[]> {
  const firstStoredDay = oldestDay(portal.config.audit.days, portal.now());
  const existingCopies = (['files', 'table'] as const).flatMap((copy) => {
    const days: ReadDays | null = copies[copy];
    return days ? [[copy, days] as const] : [];
  });
  return Promise.all(
    existingCopies.map(async ([copy, readDays]) => {
      // Earlier lines are not read, so a missing earlier line is not a problem on this day.
      const dayBefore = range.from === undefined ? firstStoredDay : dayOf(Date.parse(range.from) - DAY_MS);
      const startOfChain = dayBefore < firstStoredDay ? firstStoredDay : dayBefore;
      return [copy, await checkChain(readDays(range), startOfChain)] as const;
    }),
  );
}

/** Lines with the results of the checks of all copies of the audit. */
const copyReportLines = (
  checks: Awaited<ReturnType<typeof checkCopies>>,
  language: Language,
): readonly string[] =>
  checks.flatMap(([copy, report]) => [
    `${AUDIT_TEXTS[language].copyNames[copy]}:`,
    ...chainReportLines(report, language).map((line) => `  ${line}`),
  ]);

/** Lines with the monthly review of the access records. */
function monthlyReportLines(
  report: MonthlyReport,
  month: string,
  timeZone: string,
  language: Language,
): readonly string[] {
  const texts = AUDIT_TEXTS[language];
  const countLines = (
    title: string,
    counts: readonly { readonly name: string; readonly count: number }[],
  ) => [
    `${title}: ${counts.length === 0 ? texts.none : ''}`.trimEnd(),
    ...(counts.length === 0 ? [] : [tableOf(counts.map(({ name, count }) => [`  ${name}`, String(count)]))]),
  ];
  const detailsOf = ({ details, result }: OperatorAction): string =>
    [
      ...Object.entries(details).map(([name, value]) => `${name} ${value}`),
      ...(result === 'ok' ? [] : [result]),
    ].join(', ');
  const actionLines = (
    title: string,
    actions: readonly OperatorAction[],
    lastColumn: (action: OperatorAction) => string,
  ) => [
    `${title}: ${actions.length === 0 ? texts.none : ''}`.trimEnd(),
    ...(actions.length === 0
      ? []
      : [
          tableOf(
            actions.map((action) => [
              `  ${timeIn(timeZone, Date.parse(action.time))}`,
              action.operator,
              action.action,
              action.account,
              lastColumn(action),
            ]),
          ),
        ]),
  ];
  return [
    texts.reportTitle(month, timeZone),
    '',
    texts.eventCount(report.events),
    texts.signInCount(report.signIns, report.people),
    texts.refusedAttempts(report.refusals),
    texts.changeCounts(report.passwordChanges, report.factorChanges),
    ...countLines(texts.signInsByService, report.services),
    ...countLines(texts.accountsWithManyFailures, report.failingPeople),
    ...countLines(texts.addressesWithManyFailures, report.failingAddresses),
    ...countLines(texts.lockedAccounts, report.locks),
    ...actionLines(texts.operatorActions, report.actions, detailsOf),
    ...actionLines(texts.dataExports, report.exports, (act) =>
      String(act.details['reason'] ?? texts.noReason),
    ),
    '',
    `${texts.recordCheck}:`,
  ];
}

async function newestEvents(events: AsyncIterable<AuditLine>, limit: number): Promise<readonly AuditLine[]> {
  const newest: AuditLine[] = [];
  for await (const line of events) {
    newest.push(line);
    if (newest.length > limit) newest.shift();
  }
  return newest;
}

async function reportMonth(context: ActionContext, args: ParsedArguments, month: string): Promise<void> {
  const { timeZone } = context.portal.config;
  const { firstDay, nextFirstDay } = parseMonth(month);
  const language = languageOf(context.language, args);
  const query = { from: startOfDay(firstDay, timeZone), until: startOfDay(nextFirstDay, timeZone) };
  const report = await monthlyReport(eventsIn(historyOf(context), query));
  const lastDay = dayOf(Date.parse(nextFirstDay) - DAY_MS);
  const checks = await checkCopies(context, { from: firstDay, until: lastDay });
  context.report({ action: 'audit', details: { month } });
  if (args.flag('json')) {
    // The JSON output names the actions `acts`.
    const { actions, ...counts } = report;
    const json = { month, ...counts, acts: actions, records: Object.fromEntries(checks) };
    return context.print(JSON.stringify(json, null, 2));
  }
  context.print(
    [
      ...monthlyReportLines(report, month, timeZone, language),
      ...copyReportLines(checks, language).map((line) => `  ${line}`),
    ].join('\n'),
  );
}

async function checkRecords(context: ActionContext, args: ParsedArguments): Promise<void> {
  // Refuses the action when the audit is not stored.
  historyOf(context);
  const checks = await checkCopies(context);
  const problemCount = checks.reduce((sum, [, report]) => sum + report.problems.length, 0);
  const text = copyReportLines(checks, languageOf(context.language, args)).join('\n');
  if (problemCount > 0) throw new NotDoneError('broken', text);
  context.report({ action: 'audit', details: { check: true } });
  context.print(text);
}

export const AUDIT_ACTIONS: Readonly<Record<string, Action>> = {
  audit: {
    positionals: 'none',
    options: {
      month: 'text',
      check: 'flag',
      user: 'text',
      client: 'text',
      network: 'text',
      from: 'text',
      until: 'text',
      limit: 'text',
      language: 'text',
      json: 'flag',
    },
    async run(context, args) {
      const month = args.text('month');
      if (args.flag('check')) return checkRecords(context, args);
      if (month !== undefined) return reportMonth(context, args, month);
      const query = auditQueryOf(context, args);
      const language = languageOf(context.language, args);
      const { timeZone } = context.portal.config;
      const events = await newestEvents(
        eventsIn(historyOf(context), query),
        positiveIntegerOf(args, 'limit', DEFAULT_EVENT_LIMIT),
      );
      context.report({
        action: 'audit',
        ...(query.account !== undefined && { account: query.account }),
        details: { events: events.length },
      });
      if (args.flag('json')) return context.print(events.map((line) => JSON.stringify(line)).join('\n'));
      const rows = events.map((line) => [
        timeIn(timeZone, Date.parse(line.time)),
        line.account === '' ? '–' : line.account,
        eventText(line, language),
      ]);
      context.print(rows.length === 0 ? AUDIT_TEXTS[language].noMatch : tableOf(rows));
    },
  },
};
