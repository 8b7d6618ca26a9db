import * as v from 'valibot';
import { adminActions } from '#server/administration/admin-actions.ts';
import { eventText } from '#server/administration/event-text.ts';
import { networkMatcher } from '#server/config/network-range.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { visibleAddress } from '#server/desk/masked.ts';
import { dayAfter, startOfDay } from '#server/login/policy/start-of-day.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import type { AuditQuery } from '#server/operations/audit/query.ts';
import type { AuditPosition } from '#server/operations/audit/search.ts';
import type { AuditFilter, AuditPage, AuditQueryBody, DeskAuditEvent } from '#wire/desk/audit.ts';
import { DESK_PAGE_SIZE } from '#wire/desk/names.ts';

const day = v.pipe(v.string(), v.isoDate());

/** The entries of a schema for a filter of the audit. */
export const filterEntries = {
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

/** The key of a page: `at.sequence.lineId` of the last line before the page. */
const PAGE_KEY = /^(\d{1,16})\.(\d{1,16})\.([\w-]{1,64})$/;

export const pageKey = v.pipe(v.string(), v.regex(PAGE_KEY));

export const auditBody = v.object({
  ...filterEntries,
  after: v.exactOptional(pageKey),
  limit: v.exactOptional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DESK_PAGE_SIZE)),
    DESK_PAGE_SIZE,
  ),
}) satisfies v.GenericSchema<AuditQueryBody>;

/** The position in the audit of the line that a page key names; null without a key. */
export const positionOfPageKey = (key: string | undefined): AuditPosition | null => {
  const [, at = '', sequence = '', lineId = ''] = PAGE_KEY.exec(key ?? '') ?? [];
  return lineId === '' ? null : { at: Number(at), sequence: Number(sequence), lineId };
};

/** The key of the page after the last searched line, and the time of this line; null after the last page. */
export const pageProgress = (last: AuditPosition | null): Pick<AuditPage, 'next' | 'searchedTo'> => ({
  next: last && `${last.at}.${last.sequence}.${last.lineId}`,
  searchedTo: last && new Date(last.at).toISOString(),
});

/** The query for the conditions of a filter. Its days are days in the configured time zone. */
export async function auditQuery(
  { admin, portal }: DeskCallContext,
  conditions: AuditFilter,
): Promise<AuditQuery> {
  const { timeZone } = portal.config;
  const { userId, clientId, network, from, until } = conditions;
  // The events of a removed account are searched with the ID as typed.
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

/**
 * A line of the audit as an event for the help desk.
 * @param isMasked whether the IP address is masked
 */
export function eventOf(line: AuditLine, isMasked: boolean): DeskAuditEvent {
  const visibleLine: AuditLine = { ...line, address: visibleAddress(isMasked, line.address) };
  return {
    time: visibleLine.time,
    event: visibleLine.event,
    result: visibleLine.result,
    userId: visibleLine.account,
    clientId: visibleLine.client,
    method: visibleLine.method,
    address: visibleLine.address,
    browser: visibleLine.browser,
    words: { ko: eventText(visibleLine, 'ko'), en: eventText(visibleLine, 'en') },
  };
}

/** Returns a page of the audit. */
export async function audit(
  call: DeskCallContext,
  { after, limit, ...conditions }: v.InferOutput<typeof auditBody>,
): Promise<AuditPage> {
  const { admin, flushAudit, searchAudit, isMasked } = call;
  const query = await auditQuery(call, conditions);
  await flushAudit();
  const { lines, last } = await searchAudit(query, positionOfPageKey(after), limit);
  adminActions(admin).report({
    action: 'audit',
    ...(query.account !== undefined && { account: query.account }),
    details: { events: lines.length },
  });
  return {
    events: lines.map((line) => eventOf(line, isMasked)),
    ...pageProgress(last),
  };
}
