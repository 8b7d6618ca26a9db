import type { ChartMachine } from '#atlas/model/types.ts';
import type { Catalogues } from '#atlas/words/types.ts';

/** A remark of a reviewer about a state, a transition or a text. */
export type Remark = {
  /** Id of a state or a transition, or `text:` and a message key. */
  readonly about: string;
  readonly text: string;
  /** The author; may be empty. */
  readonly by: string;
  /** The date, as 2026-01-31. */
  readonly on: string;
  /** Hash of the subject when the remark was written. */
  readonly mark: string;
};

/** Prefix of a remark about a text. */
export const TEXT_SUBJECT_PREFIX = 'text:';

/** The subjects of remarks: the machines and the texts of the screens. */
export type RemarkSubjects = { readonly machines: readonly ChartMachine[]; readonly texts: Catalogues };

/** A hash (FNV-1a, 32 bits). */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The machine of a state or a transition. */
export const machineIdOf = (about: string): string => about.split(/[./]/)[0] ?? about;

/** The state at which a remark is shown; empty for a remark about a text. */
export const stateIdOfSubject = (about: string): string =>
  about.startsWith(TEXT_SUBJECT_PREFIX) ? '' : (about.split('/')[0] ?? '');

/** A hash of the subject of a remark; null when it does not exist. */
export function subjectHash(about: string, { machines, texts }: RemarkSubjects): string | null {
  if (about.startsWith(TEXT_SUBJECT_PREFIX)) {
    const key = about.slice(TEXT_SUBJECT_PREFIX.length);
    const both = [texts.ko[key], texts.en[key]];
    return both.every((text) => text === undefined) ? null : hashOf(JSON.stringify(both));
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
  const mark = subjectHash(remark.about, subjects);
  if (mark === null) return 'missing';
  return mark === remark.mark ? 'current' : 'changed';
}

const isRemark = (value: unknown): value is Remark =>
  typeof value === 'object' &&
  value !== null &&
  ['about', 'text', 'by', 'on', 'mark'].every(
    (name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'string',
  );

/** Parses a file of remarks. @throws when it is not such a file */
export function parseRemarks(text: string): readonly Remark[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || !value.every(isRemark)) throw new Error('This is not a file of remarks');
  return value;
}

/** Formats remarks, a line for each value, so that additions merge easily. */
export const remarksText = (remarks: readonly Remark[]): string => `${JSON.stringify(remarks, null, 2)}\n`;

const duplicateKey = ({ about, text, by, on }: Remark): string => JSON.stringify([about, text, by, on]);

/** The remarks of several lists, without duplicates. */
export const mergeRemarks = (...lists: readonly (readonly Remark[])[]): readonly Remark[] => [
  ...new Map(lists.flat().map((remark) => [duplicateKey(remark), remark])).values(),
];
