import { FAULT_GROUPS } from './expected-messages.ts';
import { FAULT_NAMES, type FaultName } from './faults.ts';

const hashOf = (text: string): number =>
  [...text].reduce((sum, letter, index) => sum + letter.charCodeAt(0) * (index + 1), 0);

const GROUPED_FAULTS = FAULT_GROUPS.flat();

/** Faults that do not need a message at every call. */
const OTHER_FAULTS = FAULT_NAMES.filter((fault) => !GROUPED_FAULTS.includes(fault));
/** Number of other faults for each call, spread evenly over the list. */
const OTHERS_PER_CALL = 4;
const STRIDE = Math.trunc(OTHER_FAULTS.length / OTHERS_PER_CALL);

/** The faults of a call in `npm test`, selected by its name: one of each group, and some others. */
export function sampleOfFaults(call: string): readonly FaultName[] {
  const start = Math.trunc(hashOf(call) / 2);
  const selected = [
    ...FAULT_GROUPS.map((group) => group[start % group.length]),
    ...Array.from(
      { length: OTHERS_PER_CALL },
      (_, index) => OTHER_FAULTS[(start + index * STRIDE) % OTHER_FAULTS.length],
    ),
  ];
  return FAULT_NAMES.filter((fault) => selected.includes(fault));
}
