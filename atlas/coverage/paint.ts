import type { Mark, Marking } from '#atlas/charts/drawing/marks.ts';
import type { MachineCoverage, ProofLevel } from '#atlas/coverage/coverage.ts';

/** A colour, a symbol and words for each kind of proof; symbols distinguish them without colours. */
const MARKS: Readonly<Record<ProofLevel, Mark>> = {
  browser: {
    name: 'browser',
    symbol: '●',
    meaning: { ko: '브라우저에서 확인', en: 'taken in a browser' },
    colour: '#1f6b3a',
  },
  walk: {
    name: 'walk',
    symbol: '◐',
    meaning: { ko: '화면 테스트에서만 확인', en: 'taken in a view walk only' },
    colour: '#1d4fa8',
  },
  model: {
    name: 'model',
    symbol: '○',
    meaning: { ko: '모델에서만 확인', en: 'taken in the model only' },
    colour: '#8a5a00',
  },
  never: {
    name: 'never',
    symbol: '✕',
    meaning: { ko: '확인되지 않음', en: 'never taken' },
    colour: '#b3261e',
  },
};

/** Colours a chart by the coverage of its tests. */
export function coverageMarking({ states, transitions }: MachineCoverage): Marking {
  const proofs = { ...states, ...transitions };
  return {
    marks: Object.values(MARKS),
    markOf: (id) => {
      const proof = proofs[id];
      return proof ? MARKS[proof] : null;
    },
  };
}
