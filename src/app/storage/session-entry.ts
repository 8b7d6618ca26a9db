import { NEW_SESSION, type Pending, type Session } from '#machines/shared/session.ts';
import { isRecord } from './is-record.ts';

/** The names of values in entries that the release before this one has stored. */
const FORMER_NAMES: Readonly<Record<string, string>> = { request: 'flow', managementAddress: 'intent' };

const storedValue = (stored: Readonly<Record<string, unknown>>, name: string): unknown =>
  stored[name] ?? stored[FORMER_NAMES[name] ?? name];

/** The stored values whose types match those of `initial`; the others are those of `initial`. */
function matchingValues<Group extends object>(initial: Group, stored: unknown): Group {
  if (!isRecord(stored)) return initial;
  const entries = Object.entries(initial).map(([name, initialValue]) => {
    const value = storedValue(stored, name) ?? null;
    const isMatching =
      initialValue === null ? value === null || isRecord(value) : typeof value === typeof initialValue;
    return [name, isMatching ? value : initialValue];
  });
  return Object.fromEntries(entries) as Group;
}

const isPending = (given: unknown): given is Pending =>
  isRecord(given) &&
  ['tokenCode', 'kind', 'id'].every((name) => typeof given[name] === 'string') &&
  typeof given['validUntil'] === 'number';

/**
 * The session values of an entry. Values of the wrong type, such as those of an earlier version, are replaced by those of a
 * new session.
 */
export function sessionOf(given: unknown): Session {
  if (!isRecord(given)) return NEW_SESSION;
  const person = matchingValues(NEW_SESSION.person, given['person']);
  return {
    request: matchingValues(NEW_SESSION.request, storedValue(given, 'request')),
    person: { ...person, pending: isPending(person.pending) ? person.pending : null },
  };
}
