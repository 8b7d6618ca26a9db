import type { ChartMachine } from '#atlas/model/types.ts';
import type { Catalogues } from '#atlas/words/types.ts';

/** A remark of a reviewer about a state, a transition or a text. */
export type Remark = {
  /** Id of a state or a transition, or `text:` and a message key. */
  readonly about: string;
  readonly text: string;
  /** The author; may be empty. */
  readonly by: string;
  /** The date of the remark, such as `2026-01-31`. */
  readonly on: string;
  /** Hash of the subject at the time of the remark. It differs from the current hash after a change of the subject. */
  readonly mark: string;
};

/** Beginning of `about` in a remark about a text. */
export const TEXT_SUBJECT_PREFIX = 'text:';

/** The possible subjects of remarks: the machines, and the texts of the screens. */
export type RemarkSubjects = { readonly machines: readonly ChartMachine[]; readonly texts: Catalogues };

/** The FNV-1a hash (32 bits) of a text, in hexadecimal. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Id of the machine to which a state or a transition belongs. */
export const machineIdOf = (about: string): string => about.split(/[./]/)[0] ?? about;

/** Id of the state at which a remark is shown; empty for a remark about a text. */
export const stateIdOfSubject = (about: string): string =>
  about.startsWith(TEXT_SUBJECT_PREFIX) ? '' : (about.split('/')[0] ?? '');

/** The current hash of the subject of a remark; null when the subject does not exist. */
export function subjectHash(about: string, { machines, texts }: RemarkSubjects): string | null {
  if (about.startsWith(TEXT_SUBJECT_PREFIX)) {
    const key = about.slice(TEXT_SUBJECT_PREFIX.length);
    const bothTexts = [texts.ko[key], texts.en[key]];
    return bothTexts.every((text) => text === undefined) ? null : hashOf(JSON.stringify(bothTexts));
  }
  const machine = machines.find(({ id }) => id === machineIdOf(about));
  const transition = machine?.transitions.find(({ id }) => id === about);
  if (transition) return hashOf(JSON.stringify(transition));
  const state = machine?.states.find(({ id }) => id === about);
  const transitions = machine?.transitions.filter(({ source }) => source === about);
  return state ? hashOf(JSON.stringify([state, transitions])) : null;
}

/** Whether the subject of a remark is still the same, has changed, or no longer exists. */
export function remarkStatus(remark: Remark, subjects: RemarkSubjects): 'current' | 'changed' | 'missing' {
  const currentHash = subjectHash(remark.about, subjects);
  if (currentHash === null) return 'missing';
  return currentHash === remark.mark ? 'current' : 'changed';
}

const isRemark = (value: unknown): value is Remark =>
  typeof value === 'object' &&
  value !== null &&
  ['about', 'text', 'by', 'on', 'mark'].every(
    (name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'string',
  );

/**
 * Parses the text of a file of remarks.
 * @throws when the text is not valid
 */
export function parseRemarks(text: string): readonly Remark[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || !value.every(isRemark)) throw new Error('This is not a file of remarks');
  return value;
}

/** The text of a file of remarks. Each value is on a line of its own, so that additions can be merged easily. */
export const remarksText = (remarks: readonly Remark[]): string => `${JSON.stringify(remarks, null, 2)}\n`;

const duplicateKey = ({ about, text, by, on }: Remark): string => JSON.stringify([about, text, by, on]);

/** The remarks of several lists, without duplicates. */
export const mergeRemarks = (...lists: readonly (readonly Remark[])[]): readonly Remark[] => [
  ...new Map(lists.flat().map((remark) => [duplicateKey(remark), remark])).values(),
];
