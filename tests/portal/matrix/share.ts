import { FAULT_NAMES, type FaultName } from './faults.ts';
import { TURNS } from './sentences.ts';

const numberOf = (text: string): number =>
  [...text].reduce((sum, letter, index) => sum + letter.charCodeAt(0) * (index + 1), 0);

const READ = TURNS.flat();

/** Faults that do not need a message at every call. */
const OTHERS = FAULT_NAMES.filter((fault) => !READ.includes(fault));
/** So many of them each call meets, far from each other. */
const OF_OTHERS = 4;
const STRIDE = Math.trunc(OTHERS.length / OF_OTHERS);

/** The faults that a call meets in `npm test`, fixed by its name: one of each kind that is read, and some others. */
export function shareOf(call: string): readonly FaultName[] {
  const turn = Math.trunc(numberOf(call) / 2);
  const due = [
    ...TURNS.map((alike) => alike[turn % alike.length]),
    ...Array.from({ length: OF_OTHERS }, (_, index) => OTHERS[(turn + index * STRIDE) % OTHERS.length]),
  ];
  return FAULT_NAMES.filter((fault) => due.includes(fault));
}
