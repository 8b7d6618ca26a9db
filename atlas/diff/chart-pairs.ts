import { graphsOf } from '#atlas/charts/drawing/graphs.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { layOutChart, machineCharts, type StoredPositions } from '#atlas/charts/localized-charts.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Language, Words } from '#atlas/words/types.ts';
import type { MachineDiff } from './compare.ts';
import type { DiffContent, Pair } from './page.ts';
import { diffMarking, showsChange, unionOf } from './union.ts';

type Side = { readonly machine: ChartMachine | undefined; readonly words: Words };
type ChartPairs = DiffContent['charts'][string];

/**
 * The charts of a machine that show a change, before and after: with the same positions on both.
 * @param positions of the current nodes
 */
export function changedCharts(
  before: Side,
  after: Side,
  diff: MachineDiff,
  positions: StoredPositions,
): ChartPairs {
  const marking = diffMarking(diff);
  const union = unionOf(before.machine, after.machine, diff);
  const unionCharts = machineCharts(union, after.words, positions);
  const unionPositions: StoredPositions = Object.fromEntries(
    [...unionCharts].map(([id, charts]) => [id, charts.positions]),
  );
  const indirectlyChanged = graphsOf(union, new Labels(after.words, 'en')).filter(showsChange(marking));
  const draw = ({ machine, words }: Side, id: string, language: Language): string | null => {
    if (!machine) return null;
    const graph = (each: Language) =>
      graphsOf(machine, new Labels(words, each)).find((candidate) => candidate.id === id);
    const [ko, en] = [graph('ko'), graph('en')];
    return ko && en ? drawSvg(layOutChart({ ko, en }, unionPositions[id])[language], marking) : null;
  };
  return indirectlyChanged.map(({ id }) => {
    const pair = (language: Language): Pair<string> => ({
      before: draw(before, id, language),
      after: draw(after, id, language),
    });
    return { ko: pair('ko'), en: pair('en') };
  });
}
