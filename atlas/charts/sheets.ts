import type { ChartMachine } from '#atlas/model/types.ts';
import { Speaker } from '#atlas/words/speaker.ts';
import { LANGUAGES, type Language, type Words } from '#atlas/words/types.ts';
import type { Figure } from './drawing/figure.ts';
import { figuresOf, mapFigure } from './drawing/figures.ts';
import type { Places } from './drawing/places.ts';
import { layOut, overlapsOf, placesFor, type Sheet } from './drawing/sheet.ts';

/** What each screen of the map is called, by the id of its state. */
export type ScreenTitles = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** The places of the cards of every sheet, by its id. */
export type AllPlaces = Readonly<Record<string, Places>>;

/** A sheet in both languages, its cards at the same places. */
export type Sheets = Readonly<Record<Language, Sheet>> & { readonly places: Places };

/** No sheet is wider: it is read at the width of a screen, in pixels. */
export const MAX_WIDTH = 1600;

/** Lays a figure out in both languages. Throws when a card lies on another, or the sheet is too wide. */
export function sheetsFor(figures: Readonly<Record<Language, Figure>>, stored?: Places): Sheets {
  const places = placesFor(Object.values(figures), stored);
  const sheets = { ko: layOut(figures.ko, places), en: layOut(figures.en, places) };
  const problems = LANGUAGES.flatMap((language) => overlapsOf(sheets[language]));
  if (sheets.en.width > MAX_WIDTH) problems.push(`${figures.en.id} is ${sheets.en.width} px wide`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { ...sheets, places };
}

const bothLanguages = (
  make: (language: Language) => readonly Figure[],
): readonly Readonly<Record<Language, Figure>>[] => {
  const en = make('en');
  return make('ko').flatMap((ko, index) => {
    const other = en[index];
    return other ? [{ ko, en: other }] : [];
  });
};

/** The sheets of a machine by id, with cards at their stored places. */
export const machineSheets = (
  machine: ChartMachine,
  words: Words,
  stored: AllPlaces,
): ReadonlyMap<string, Sheets> =>
  new Map(
    bothLanguages((language) => figuresOf(machine, new Speaker(words, language))).map((figures) => [
      figures.en.id,
      sheetsFor(figures, stored[figures.en.id]),
    ]),
  );

/** The map of all screens, by their titles. */
export function mapSheets(
  machine: ChartMachine,
  words: Words,
  titles: ScreenTitles,
  stored: AllPlaces,
): Sheets {
  const make = (language: Language) => mapFigure(machine, new Speaker(words, language), titles[language]);
  const figures = { ko: make('ko'), en: make('en') };
  return sheetsFor(figures, stored[figures.en.id]);
}
