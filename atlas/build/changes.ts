import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Revision } from '#atlas/diff/read.ts';
import { type Report, reportOf } from '#atlas/diff/report.ts';
import { screenPairs, textFinder } from '#atlas/diff/screen-pairs.ts';
import { BEFORE } from './page-names.ts';
import type { BuiltAtlas } from './revision.ts';
import type { AtlasData } from './types.ts';

/** The changes since a revision, in both languages. */
export type AtlasChanges = {
  readonly since: string;
  readonly reports: readonly Report[];
  /** Moments that show a state before and after; null where it has no screen. */
  readonly screens: Readonly<
    Record<string, { readonly before: number | null; readonly after: number | null }>
  >;
  /** Why the older revision has no screens; null where it has. */
  readonly problem: string | null;
};

/** The older side of a comparison, with its atlas or the reason why there is none. */
export type OlderRevision = {
  readonly since: string;
  readonly revision: Revision;
  readonly atlas: BuiltAtlas | { readonly problem: string };
};

/** The changes since a revision, with the screens of both sides. */
export function changesOf(
  { since, revision, atlas }: OlderRevision,
  now: Revision,
  data: AtlasData,
): AtlasChanges {
  const old = 'problem' in atlas ? null : atlas.data;
  const findStatesByText = textFinder([old, data]);
  const english = reportOf(revision, now, 'en', findStatesByText);
  const screens = screenPairs(english, old, data).map(({ state, before, after }) => [
    state,
    { before, after },
  ]);
  return {
    since,
    reports: [reportOf(revision, now, 'ko', findStatesByText), english],
    screens: Object.fromEntries(screens),
    problem: 'problem' in atlas ? atlas.problem : null,
  };
}

/** The files that the page of a screen loads. */
const SCREEN = ['screen.html', 'screen.js', 'screen.css', 'data.js', 'coverage.js', 'changes.js'];

/** Copies the screens of an older atlas into a newer one. */
export function copyOlderScreens(older: string, folder: string): void {
  mkdirSync(join(folder, BEFORE), { recursive: true });
  for (const name of SCREEN) copyFileSync(join(older, name), join(folder, BEFORE, name));
}
