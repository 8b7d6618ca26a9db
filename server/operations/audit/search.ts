import { networkMatcher } from '#server/config/network-range.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { parseLine } from './days.ts';
import type { AuditLine } from './line.ts';
import type { AuditQuery } from './query.ts';

/** The position of a line in the search: time, number of the line in the process that wrote it (`sequence`), and ID. */
export type AuditPosition = { readonly at: number; readonly sequence: number; readonly lineId: string };

/** The lines that match a query, the newest first. */
export type AuditSearchResult = {
  readonly lines: readonly AuditLine[];
  /** The last line that was read; null when there is no older line. */
  readonly last: AuditPosition | null;
};

/** Maximum number of lines that one call reads. A search that needs to read more lines continues in the next call. */
const MAX_LINES_PER_SEARCH = 10_000;

/** Number of lines that one statement reads. */
const LINES_PER_READ = 2_000;

/** A position before the newest line. */
const NEWEST_POSITION: AuditPosition = { at: Number.MAX_SAFE_INTEGER, sequence: 0, lineId: '' };

type IndexedColumns = Pick<TableRow<'audit_lines'>, 'line_id' | 'at' | 'sequence' | 'address'> &
  Partial<Pick<TableRow<'audit_lines'>, 'account' | 'client'>>;

/** Columns with an index. A search uses the index of the first column in the query, and compares the other columns. */
const INDEXED_COLUMNS = ['account', 'client', 'address'] as const;

const isOneAddress = (network: string): boolean => !network.includes('/');

/**
 * Searches the audit in a storage, the newest line first, by an index of person, service, address or time.
 * @returns a search for at most `limit` lines that are older than a position
 */
export function auditSearchIn(
  storage: Storage,
): (query: AuditQuery, before: AuditPosition | null, limit: number) => Promise<AuditSearchResult> {
  const olderLines = `at >= $from AND at <= $at AND (at < $at OR sequence < $sequence OR (sequence = $sequence AND line_id < $line))
    ORDER BY at DESC, sequence DESC, line_id DESC LIMIT CAST($limit AS BIGINT)`;
  const columns = 'line_id, at, sequence, account, client, address';
  // Reads only columns of the index on time, because a network matches few lines.
  const byTime = storage.prepare<IndexedColumns>(
    `SELECT line_id, at, sequence, address FROM audit_lines WHERE ${olderLines}`,
  );
  const statementsByColumn = new Map(
    INDEXED_COLUMNS.map((column) => [
      column,
      storage.prepare<IndexedColumns>(
        `SELECT ${columns} FROM audit_lines WHERE ${column} = $value AND ${olderLines}`,
      ),
    ]),
  );
  const lineById = storage.prepare<TableRow<'audit_lines'>>('SELECT line FROM audit_lines WHERE line_id = ?');

  return async ({ account, client, network, from = 0, until }, before, limit) => {
    const isInNetwork = network === undefined ? () => true : networkMatcher(network);
    if (!isInNetwork) return { lines: [], last: null };
    const address = network !== undefined && isOneAddress(network) ? network : undefined;
    const indexedValues = { account, client, address };
    const index = INDEXED_COLUMNS.find((column) => indexedValues[column] !== undefined);
    const statement = (index && statementsByColumn.get(index)) ?? byTime;
    const value = index && indexedValues[index];
    const isMatch = (row: IndexedColumns): boolean =>
      (account === undefined || row.account === account) &&
      (client === undefined || row.client === client) &&
      isInNetwork(row.address);

    const matchingRows: IndexedColumns[] = [];
    // No line has the number -1, so that lines at the time `until` are left out.
    let position =
      before ?? (until === undefined ? NEWEST_POSITION : { at: until, sequence: -1, lineId: '' });
    let scannedCount = 0;
    let isEnd = false;
    while (matchingRows.length < limit && scannedCount < MAX_LINES_PER_SEARCH && !isEnd) {
      const requestedRows = scannedCount === 0 ? limit + 1 : LINES_PER_READ;
      const rows = await statement.all({
        $from: from,
        $at: position.at,
        $sequence: position.sequence,
        $line: position.lineId,
        $limit: requestedRows,
        ...(value !== undefined && { $value: value }),
      });
      isEnd = rows.length < requestedRows;
      for (const row of rows) {
        if (matchingRows.length === limit) {
          isEnd = false;
          break;
        }
        position = { at: row.at, sequence: row.sequence, lineId: row.line_id };
        scannedCount += 1;
        if (isMatch(row)) matchingRows.push(row);
      }
    }
    const lines: AuditLine[] = [];
    for (const { line_id } of matchingRows) {
      const line = parseLine((await lineById.get(line_id))?.line ?? '');
      if (line) lines.push(line);
    }
    return { lines, last: isEnd ? null : position };
  };
}
