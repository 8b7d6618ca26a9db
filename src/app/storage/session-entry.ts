import { NEW_SESSION, type Pending, type Session } from '#machines/shared/session.ts';
import { isRecord } from './is-record.ts';

/** The stored values whose types match those of `initial`; the others are those of `initial`. */
function matchingValues<Group extends object>(initial: Group, stored: unknown): Group {
  if (!isRecord(stored)) return initial;
  const entries = Object.entries(initial).map(([name, initialValue]) => {
    const value = stored[name] ?? null;
    return [name, typeof value === typeof initialValue ? value : initialValue];
  });
  return Object.fromEntries(entries) as Group;
}

const isPending = (value: unknown): value is Pending =>
  isRecord(value) &&
  ['tokenCode', 'kind', 'id'].every((name) => typeof value[name] === 'string') &&
  typeof value['validUntil'] === 'number';

/**
 * The session values of an entry; the previous release stored `request` as `flow`. Values of the wrong type,
 * such as those of an earlier version, are replaced by those of a new session.
 */
export function sessionOf(entry: unknown): Session {
  if (!isRecord(entry)) return NEW_SESSION;
  const person = matchingValues(NEW_SESSION.person, entry['person']);
  return {
    request: matchingValues(NEW_SESSION.request, entry['request'] ?? entry['flow']),
    person: { ...person, pending: isPending(person.pending) ? person.pending : null },
  };
}
