import type { AnyEventObject } from 'xstate';
import type { AllPlaces, ScreenTitles } from '#atlas/charts/sheets.ts';
import type { Report } from '#atlas/diff/report.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { ScreensData } from '#atlas/screens/types.ts';
import type { Words } from '#atlas/words/types.ts';

/** A sentence in both languages. */
export type Reason = { readonly ko: string; readonly en: string };

/**
 * Something that happens: to the root machine itself, to the flow whose screen is on, or, as `second/push`, to the
 * flow inside that flow.
 */
export type Happening = { readonly to: string; readonly event: AnyEventObject };

/** A moment on a path: [the moment before, what happened, where everything is]; -1 before the start. */
export type AtlasMoment = readonly [before: number, happening: number, place: number];

/** A variant of a state: a moment at which it is active, distinguished from the others by its values. */
export type Variant = {
  /** Stays the same as long as the values do: part of a link. */
  readonly id: string;
  readonly moment: number;
  /** The values that distinguish it from the other looks of the state. */
  readonly values: readonly string[];
};

/** A failure by which the state is entered: every code of the catalogue may be in its answer. */
export type Refusals = {
  readonly port: string;
  /** The moment at which the answer comes. */
  readonly moment: number;
  /** The answer with one code as an example of all. */
  readonly happening: number;
  readonly codes: readonly string[];
};

export type AtlasState = {
  readonly variants: readonly Variant[];
  readonly refusals: readonly Refusals[];
};

/** Messages of a live screen to the page around it. */
export type TryState = {
  readonly kind: 'atlas.try';
  /** Ids of the states that are active. */
  readonly place: readonly string[];
  /** Everything that has happened, in its order. */
  readonly happenings: readonly Happening[];
  /** What the world may do now. */
  readonly choices: readonly Happening[];
};

/** What has changed since a revision, in both languages. */
export type AtlasChanges = {
  readonly since: string;
  readonly reports: readonly Report[];
  /** The moments that show a state before and after; null on the side where there is no screen of it. */
  readonly shots: Readonly<Record<string, { readonly before: number | null; readonly after: number | null }>>;
  /** Why the older revision has no screens; null where it has. */
  readonly problem: string | null;
};

/** Everything that the atlas shows, as the build writes it into `data.js`. */
export type AtlasData = ScreensData & {
  readonly machines: readonly ChartMachine[];
  /** The words of the machines in both languages. */
  readonly words: Words;
  /** The positions of the cards of the charts. */
  readonly chartPlaces: AllPlaces;
  readonly texts: Readonly<Record<'ko' | 'en', Readonly<Record<string, string>>>>;
  /** The machine that the map shows, with what its screens are called; null where there is no map. */
  readonly map: { readonly machine: string; readonly titles: ScreenTitles } | null;
  /** Whether there are screens to try. */
  readonly hasScreens: boolean;
};
