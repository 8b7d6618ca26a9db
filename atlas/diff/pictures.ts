import { figuresOf } from '#atlas/charts/drawing/figures.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { type AllPlaces, machineSheets, sheetsFor } from '#atlas/charts/sheets.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { Speaker } from '#atlas/words/speaker.ts';
import type { Language, Words } from '#atlas/words/types.ts';
import type { MachineDiff } from './compare.ts';
import type { Pair, Pictures } from './page.ts';
import { diffPaint, isTouched, unionOf } from './union.ts';

type Side = { readonly machine: ChartMachine | undefined; readonly words: Words };
type Drawn = Pictures['sheets'][string];

/**
 * The sheets of a machine on which something has changed, before and after: a card has the same place on both.
 * @param places the positions of the current cards
 */
export function changedSheets(before: Side, after: Side, diff: MachineDiff, places: AllPlaces): Drawn {
  const paint = diffPaint(diff);
  const union = unionOf(before.machine, after.machine, diff);
  const whole = machineSheets(union, after.words, places);
  const wholePlaces: AllPlaces = Object.fromEntries([...whole].map(([id, sheets]) => [id, sheets.places]));
  const touched = figuresOf(union, new Speaker(after.words, 'en')).filter(isTouched(paint));
  const draw = ({ machine, words }: Side, id: string, language: Language): string | null => {
    if (!machine) return null;
    const figure = (each: Language) =>
      figuresOf(machine, new Speaker(words, each)).find((candidate) => candidate.id === id);
    const [ko, en] = [figure('ko'), figure('en')];
    return ko && en ? drawSvg(sheetsFor({ ko, en }, wholePlaces[id])[language], paint) : null;
  };
  return touched.map(({ id }) => {
    const pair = (language: Language): Pair<string> => ({
      before: draw(before, id, language),
      after: draw(after, id, language),
    });
    return { ko: pair('ko'), en: pair('en') };
  });
}
