import { FAULT_NAMES, type FaultName } from './faults.ts';
import { TURNS } from './sentences.ts';

const numberOf = (text: string): number =>
  [...text].reduce((sum, letter, index) => sum + letter.charCodeAt(0) * (index + 1), 0);

const READ = TURNS.flat();

/** Faults of which no sentence is asked of every call. */
const OTHERS = FAULT_NAMES.filter((fault) => !READ.includes(fault));

/** Where a call has no sentences, two of those that the others take one of each kind of. */
const HALVES = [READ.slice(0, READ.length / 2), READ.slice(READ.length / 2)];

/**
 * The faults that a call meets in `npm test`, fixed by its name.
 * @param isRead whether it has sentences: of each kind of fault one is read then
 */
export function shareOf(call: string, isRead: boolean): readonly FaultName[] {
  const turn = Math.trunc(numberOf(call) / 2);
  const kinds = [...(isRead ? TURNS : HALVES), OTHERS];
  const due = kinds.flatMap((alike) => alike.slice(turn % alike.length).slice(0, 1));
  return FAULT_NAMES.filter((fault) => due.includes(fault));
}
