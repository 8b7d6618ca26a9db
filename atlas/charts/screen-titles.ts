import type { Project } from '#atlas/config.ts';
import { partsOf, screensOf } from '#atlas/model/screens.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { Catalogues } from '#atlas/words/types.ts';
import { LANGUAGES, type Language } from '#atlas/words/types.ts';
import type { ScreenTitles } from './localized-charts.ts';

/** The titles of the screens on the map; several titles of one screen are joined. */
export function screenTitlesOf(
  machine: ChartMachine,
  texts: Catalogues,
  { map }: Pick<Project, 'map'>,
): ScreenTitles {
  const titlesIn = (language: Language): Readonly<Record<string, string>> =>
    Object.fromEntries(
      screensOf(machine).map(({ id }) => {
        const parts = partsOf(machine, id);
        const flow = parts.flatMap(({ invokes }) => invokes).find(({ kind }) => kind === 'flow')?.id ?? '';
        const keys = [...new Set(parts.flatMap(({ title }) => title ?? []))];
        const titles = keys.map((key) => map?.titleOf(texts[language], key, flow) ?? '');
        return [id, titles.filter(Boolean).join(' · ')];
      }),
    );
  return Object.fromEntries(LANGUAGES.map((language) => [language, titlesIn(language)])) as ScreenTitles;
}
