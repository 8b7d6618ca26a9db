import { NEW_SESSION, type Pending, type Session } from '#machines/shared/session.ts';
import { isRecord } from './is-record.ts';

/** Takes the values of `given` whose types match `pattern`; the rest comes from `pattern`. */
function matchingValues<Group extends object>(pattern: Group, given: unknown): Group {
  if (!isRecord(given)) return pattern;
  const taken = Object.entries(pattern).map(([key, initial]) => {
    const value = Object.hasOwn(given, key) ? given[key] : initial;
    const fits = initial === null ? value === null || isRecord(value) : typeof value === typeof initial;
    return [key, fits ? value : initial];
  });
  return Object.fromEntries(taken) as Group;
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
    flow: matchingValues(NEW_SESSION.flow, given['flow']),
    person: { ...person, pending: isPending(person.pending) ? person.pending : null },
  };
}
