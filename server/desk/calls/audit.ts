import { stringify } from 'csv-stringify/sync';
import * as v from 'valibot';
import { adminActions } from '#server/administration/admin-actions.ts';
import { eventText } from '#server/administration/event-text.ts';
import { escapeFormula } from '#server/administration/files/tables.ts';
import { networkMatcher } from '#server/config/network-range.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { visibleAddress } from '#server/desk/masked.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { dayAfter, startOfDay } from '#server/login/policy/start-of-day.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import type { AuditQuery } from '#server/operations/audit/query.ts';
import type { AuditPosition } from '#server/operations/audit/search.ts';
import type { AuditExportBody, AuditPage, AuditQueryBody, DeskAuditEvent } from '#wire/desk/audit.ts';
import { DESK_PAGE_SIZE } from '#wire/desk/names.ts';

const day = v.pipe(v.string(), v.isoDate());

const filter = {
  userId: v.exactOptional(v.string()),
  clientId: v.exactOptional(v.string()),
  network: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((value) => networkMatcher(value) !== null),
    ),
  ),
  from: v.exactOptional(day),
  until: v.exactOptional(day),
};

/** Key of a page: `at.turn.lineId` of the last line before it. */
const PAGE_KEY = /^(\d{1,16})\.(\d{1,16})\.([\w-]{1,64})$/;

export const auditBody = v.object({
  ...filter,
  after: v.exactOptional(v.pipe(v.string(), v.regex(PAGE_KEY))),
  limit: v.exactOptional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DESK_PAGE_SIZE)),
    DESK_PAGE_SIZE,
  ),
}) satisfies v.GenericSchema<AuditQueryBody>;

export const auditExportBody = v.object({
  ...filter,
  format: v.picklist(['csv', 'ndjson']),
  reason: v.string(),
}) satisfies v.GenericSchema<AuditExportBody>;

type Filter = Pick<v.InferOutput<typeof auditExportBody>, keyof typeof filter>;

const placeOfPageKey = (key: string | undefined): AuditPosition | null => {
  const [, at = '', turn = '', lineId = ''] = PAGE_KEY.exec(key ?? '') ?? [];
  return lineId === '' ? null : { at: Number(at), turn: Number(turn), lineId };
};

async function queryOf({ admin, portal }: DeskCallContext, conditions: Filter): Promise<AuditQuery> {
  const { timeZone } = portal.config;
  const { userId, clientId, network, from, until } = conditions;
  // A removed account is searched by the ID as typed.
  const account =
    userId === undefined ? undefined : ((await adminActions(admin).findOrNull(userId))?.userId ?? userId);
  return {
    ...(account !== undefined && { account }),
    ...(clientId !== undefined && { client: clientId }),
    ...(network !== undefined && { network }),
    ...(from !== undefined && { from: startOfDay(from, timeZone) }),
    ...(until !== undefined && { until: startOfDay(dayAfter(until), timeZone) }),
  };
}

function eventOf(line: AuditLine, isMasked: boolean): DeskAuditEvent {
  const seen: AuditLine = { ...line, address: visibleAddress(isMasked, line.address) };
  return {
    time: seen.time,
    event: seen.event,
    result: seen.result,
    userId: seen.account,
    clientId: seen.client,
    method: seen.method,
    address: seen.address,
    browser: seen.browser,
    words: { ko: eventText(seen, 'ko'), en: eventText(seen, 'en') },
  };
}

/** A page of the audit. */
export async function audit(
  call: DeskCallContext,
  { after, limit, ...conditions }: v.InferOutput<typeof auditBody>,
): Promise<AuditPage> {
  const { admin, flushAudit, searchAudit, isMasked } = call;
  const query = await queryOf(call, conditions);
  await flushAudit();
  const { lines, last } = await searchAudit(query, placeOfPageKey(after), limit);
  adminActions(admin).report({
    action: 'audit',
    ...(query.account !== undefined && { account: query.account }),
    details: { events: lines.length },
  });
  return {
    events: lines.map((line) => eventOf(line, isMasked)),
    next: last && `${last.at}.${last.turn}.${last.lineId}`,
    searchedTo: last && new Date(last.at).toISOString(),
  };
}

const COLUMNS = ['time', 'event', 'result', 'userId', 'clientId', 'method', 'address', 'browser', 'ko', 'en'];

const BYTE_ORDER_MARK = '\ufeff';

const csvRow = (cells: readonly string[]): string => stringify([cells], { cast: { string: escapeFormula } });

const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: BYTE_ORDER_MARK + csvRow(COLUMNS),
    row: ({ words, ...event }: DeskAuditEvent) => csvRow([...Object.values(event), words.ko, words.en]),
  },
  ndjson: {
    type: 'application/x-ndjson',
    head: '',
    row: (_event: DeskAuditEvent, line: AuditLine) => `${JSON.stringify(line)}\n`,
  },
} as const;

/** The fields of a filter that have a value. */
const definedFields = (conditions: Filter): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(conditions).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );

/** Lines that are read at once for a file. */
const BATCH_SIZE = 500;

/** Streams all events that match a filter as a file. The reason is audited. */
export async function auditExport(
  call: DeskCallContext,
  { format, reason: _reason, ...conditions }: v.InferOutput<typeof auditExportBody>,
): Promise<Response> {
  const { admin, flushAudit, portal, searchAudit } = call;
  const query = await queryOf(call, conditions);
  if (query.from !== undefined && query.until !== undefined && query.from >= query.until) {
    throw new DeskRefusal('invalid', { fields: ['until'] });
  }
  await flushAudit();
  adminActions(admin).report({
    action: 'audit-export',
    ...(query.account !== undefined && { account: query.account }),
    details: { format, ...definedFields(conditions) },
  });
  const { type, head, row } = FORMATS[format];
  const encoder = new TextEncoder();
  let place: AuditPosition | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      for (;;) {
        const { lines, last } = await searchAudit(query, place, BATCH_SIZE);
        place = last;
        const text = lines.map((line) => row(eventOf(line, false), line)).join('');
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (last === null) return controller.close();
        if (text !== '') return;
      }
    },
  });
  const date = new Date(portal.now()).toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="audit-${date}.${format}"`,
    },
  });
}
