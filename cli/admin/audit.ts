import type { Language } from '#i18n/locale.ts';
import { eventText } from '#server/administration/event-text.ts';
import {
  type MonthlyReport,
  monthlyReport,
  type OperatorAct,
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
import { languageOf, numberOf } from './option-values.ts';

const MAX_PROBLEMS = 50;

const LAST_EVENTS = 1000;

/** The first day of a month, and of the next one. */
function monthOf(text: string): { readonly first: string; readonly next: string } {
  const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === '') throw new AdminUsageError('--month is a month such as 2026-11.');
  const next =
    month === '12' ? `${Number(year) + 1}-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}`;
  return { first: `${text}-01`, next: `${next}-01` };
}

function dateOf(args: ParsedArguments, name: 'from' | 'until'): string | undefined {
  const value = args.text(name);
  if (value === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new AdminUsageError(`--${name} is a day such as 2026-11-20.`);
  }
  return value;
}

const DAY_MS = 24 * 60 * 60_000;

function queryOf({ portal }: ActionContext, args: ParsedArguments): AuditQuery {
  const { timeZone } = portal.config;
  const network = args.text('network');
  if (network !== undefined && !networkMatcher(network)) {
    throw new AdminUsageError('--network is an address, or a network such as 203.0.113.0/24.');
  }
  const [from, until] = [dateOf(args, 'from'), dateOf(args, 'until')];
  const [account, client] = [args.text('user'), args.text('client')];
  return {
    ...(account !== undefined && { account }),
    ...(client !== undefined && { client }),
    ...(network !== undefined && { network }),
    ...(from !== undefined && { from: startOfDay(from, timeZone) }),
    ...(until !== undefined && { until: startOfDay(dayAfter(until), timeZone) }),
  };
}

const historyOf = ({ history }: ActionContext): AuditHistory => {
  if (history) return history;
  throw new NotDoneError(
    'stdout',
    'The audit is written to standard output: search where that is collected. · 감사 기록이 표준 출력으로 나가요. 모으는 곳에서 확인해 주세요.',
  );
};

const linesOfCheck = (report: ChainReport, language: Language): string[] => {
  const texts = AUDIT_TEXTS[language];
  const { days, digest, incompleteLines, lines, problems, unchained } = report;
  return [
    texts.checked(lines, days),
    ...(unchained > 0 ? [texts.unchained(unchained)] : []),
    ...(incompleteLines > 0 ? [texts.incomplete(incompleteLines)] : []),
    problems.length === 0 ? texts.unbroken : texts.broken(problems.length),
    ...problems
      .slice(0, MAX_PROBLEMS)
      .map(({ day, kind, seq, writer }) => `  ${day} ${writer} ${seq}: ${texts.reasons[kind]}`),
    texts.digest(digest),
  ];
};

/** Checks each copy of the audit. */
async function checkCopies(
  { copies, portal }: ActionContext,
  range: DayRange = {},
): Promise<readonly (readonly ['files' | 'table', ChainReport])[]> {
  const oldest = oldestDay(portal.config.audit.days, portal.now());
  const existing = (['files', 'table'] as const).flatMap((copy) => {
    const days: ReadDays | null = copies[copy];
    return days ? [[copy, days] as const] : [];
  });
  return Promise.all(
    existing.map(async ([copy, days]) => {
      // The chain before the first checked day is unknown.
      const before = range.from === undefined ? oldest : dayOf(Date.parse(range.from) - DAY_MS);
      return [copy, await checkChain(days(range), before < oldest ? oldest : before)] as const;
    }),
  );
}

const textOfChecks = (
  checks: Awaited<ReturnType<typeof checkCopies>>,
  language: Language,
): readonly string[] =>
  checks.flatMap(([copy, report]) => [
    `${AUDIT_TEXTS[language].copies[copy]}:`,
    ...linesOfCheck(report, language).map((line) => `  ${line}`),
  ]);

function textOfReport(
  report: MonthlyReport,
  month: string,
  timeZone: string,
  language: Language,
): readonly string[] {
  const texts = AUDIT_TEXTS[language];
  const countLines = (title: string, all: readonly { readonly name: string; readonly count: number }[]) => [
    `${title}: ${all.length === 0 ? texts.none : ''}`.trimEnd(),
    ...(all.length === 0 ? [] : [tableOf(all.map(({ name, count }) => [`  ${name}`, String(count)]))]),
  ];
  const detailsOf = ({ details, result }: OperatorAct): string =>
    [
      ...Object.entries(details).map(([name, value]) => `${name} ${value}`),
      ...(result === 'ok' ? [] : [result]),
    ].join(', ');
  const actLines = (title: string, all: readonly OperatorAct[], lastColumn: (act: OperatorAct) => string) => [
    `${title}: ${all.length === 0 ? texts.none : ''}`.trimEnd(),
    ...(all.length === 0
      ? []
      : [
          tableOf(
            all.map((act) => [
              `  ${timeIn(timeZone, Date.parse(act.time))}`,
              act.operator,
              act.action,
              act.account,
              lastColumn(act),
            ]),
          ),
        ]),
  ];
  return [
    texts.title(month, timeZone),
    '',
    texts.events(report.events),
    texts.signIns(report.signIns, report.people),
    texts.refusals(report.refusals),
    texts.changes(report.passwordChanges, report.factorChanges),
    ...countLines(texts.services, report.services),
    ...countLines(texts.failingPeople, report.failingPeople),
    ...countLines(texts.failingAddresses, report.failingAddresses),
    ...countLines(texts.locks, report.locks),
    ...actLines(texts.acts, report.acts, detailsOf),
    ...actLines(texts.exports, report.exports, (act) => String(act.details['reason'] ?? texts.noReason)),
    '',
    `${texts.records}:`,
  ];
}

async function lastEvents(events: AsyncIterable<AuditLine>, limit: number): Promise<readonly AuditLine[]> {
  const newest: AuditLine[] = [];
  for await (const line of events) {
    newest.push(line);
    if (newest.length > limit) newest.shift();
  }
  return newest;
}

async function reportMonth(context: ActionContext, args: ParsedArguments, month: string): Promise<void> {
  const { timeZone } = context.portal.config;
  const { first, next } = monthOf(month);
  const language = languageOf(context.language, args);
  const query = { from: startOfDay(first, timeZone), until: startOfDay(next, timeZone) };
  const report = await monthlyReport(eventsIn(historyOf(context), query));
  const lastDay = dayOf(Date.parse(next) - DAY_MS);
  const checks = await checkCopies(context, { from: first, until: lastDay });
  context.report({ action: 'audit', details: { month } });
  if (args.flag('json'))
    return context.print(JSON.stringify({ month, ...report, records: Object.fromEntries(checks) }, null, 2));
  context.print(
    [
      ...textOfReport(report, month, timeZone, language),
      ...textOfChecks(checks, language).map((line) => `  ${line}`),
    ].join('\n'),
  );
}

async function checkRecords(context: ActionContext, args: ParsedArguments): Promise<void> {
  historyOf(context);
  const checks = await checkCopies(context);
  const problems = checks.reduce((sum, [, report]) => sum + report.problems.length, 0);
  const text = textOfChecks(checks, languageOf(context.language, args)).join('\n');
  if (problems > 0) throw new NotDoneError('broken', text);
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
      const query = queryOf(context, args);
      const language = languageOf(context.language, args);
      const { timeZone } = context.portal.config;
      const events = await lastEvents(
        eventsIn(historyOf(context), query),
        numberOf(args, 'limit', LAST_EVENTS),
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
      context.print(rows.length === 0 ? AUDIT_TEXTS[language].nothing : tableOf(rows));
    },
  },
};
