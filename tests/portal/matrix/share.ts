import { FAULT_NAMES, type FaultName } from './faults.ts';
import { FAULT_GROUPS } from './sentences.ts';

const numberOf = (text: string): number =>
  [...text].reduce((sum, letter, index) => sum + letter.charCodeAt(0) * (index + 1), 0);

const GROUPED_FAULTS = FAULT_GROUPS.flat();

/** Faults that do not need a message at every call. */
const OTHER_FAULTS = FAULT_NAMES.filter((fault) => !GROUPED_FAULTS.includes(fault));
/** Number of other faults for each call, spread evenly over the list. */
const OTHERS_PER_CALL = 4;
const STRIDE = Math.trunc(OTHER_FAULTS.length / OTHERS_PER_CALL);

/** The faults of a call in `npm test`, selected by its name: one of each group, and some others. */
export function faultsInShareOf(call: string): readonly FaultName[] {
  const turn = Math.trunc(numberOf(call) / 2);
  const selected = [
    ...FAULT_GROUPS.map((group) => group[turn % group.length]),
    ...Array.from(
      { length: OTHERS_PER_CALL },
      (_, index) => OTHER_FAULTS[(turn + index * STRIDE) % OTHER_FAULTS.length],
    ),
  ];
  return FAULT_NAMES.filter((fault) => selected.includes(fault));
}
