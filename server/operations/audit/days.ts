import type { AuditLine } from './line.ts';

/** The lines of one day in UTC, in the order in which they were written; null for an incomplete line. */
export type AuditDay = { readonly day: string; readonly lines: readonly (AuditLine | null)[] };

/** A range of days such as 2026-11-20, with both days included. An absent day means no limit. */
export type DayRange = { readonly from?: string; readonly until?: string };

/** Reads the audit a day at a time, the oldest first. */
export type ReadDays = (range?: DayRange) => AsyncIterable<AuditDay>;

const DAY_MS = 24 * 60 * 60_000;

/** The day of a time, in UTC. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The oldest stored day when the audit is stored for a number of days. */
export const oldestDay = (days: number, now: number): string => dayOf(now - days * DAY_MS);

export const isInRange = (day: string, { from, until }: DayRange): boolean =>
  (from === undefined || from <= day) && (until === undefined || day <= until);

/** Parses a line; null when it is incomplete. */
export function parseLine(text: string): AuditLine | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
