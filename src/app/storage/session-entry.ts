import { NEW_SESSION, type Pending, type Session } from '#machines/shared/session.ts';
import { isRecord } from './is-record.ts';

/** The object `initial` with each value replaced by the stored value of the same name, if that has the same type. */
function withStoredValues<Group extends object>(initial: Group, stored: unknown): Group {
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
 * Reads the session values from a storage entry. A value of the wrong type, as an earlier version may have stored it,
 * is replaced by the value of a new session. The previous release stored `request` under the name `flow`.
 */
export function sessionOf(entry: unknown): Session {
  if (!isRecord(entry)) return NEW_SESSION;
  const person = withStoredValues(NEW_SESSION.person, entry['person']);
  return {
    request: withStoredValues(NEW_SESSION.request, entry['request'] ?? entry['flow']),
    person: { ...person, pending: isPending(person.pending) ? person.pending : null },
  };
}
