import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AtlasChanges } from '#atlas/build/changes.ts';
import { copyOlderScreens } from '#atlas/build/changes.ts';
import type { ReportLine } from '#atlas/diff/report.ts';

/** Where `npm run atlas` has built it. */
export const FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist-atlas');

/** A page of the atlas from the disk, as from a file share. */
export const at = (link: string): string =>
  `${pathToFileURL(join(FOLDER, 'index.html')).href}?lang=en${link}`;

/** The atlas with one change since a version whose screens are those of today. */
export function withChange(folder: string): string {
  cpSync(FOLDER, folder, { recursive: true });
  copyOlderScreens(FOLDER, folder);
  const line: ReportLine = {
    id: 'password.entering',
    change: 'changed',
    kind: 'state',
    name: 'Password',
    before: ['The button is always enabled.'],
    after: ['The button needs a password.'],
    source: { before: ['enabled: always'], after: ['enabled: hasPassword'] },
    states: ['password.entering'],
  };
  const parts = [{ id: 'password', name: 'Password', lines: [line, { ...line, id: 'password.refused' }] }];
  const changes: AtlasChanges = {
    since: 'v1',
    reports: [
      { language: 'ko', parts },
      { language: 'en', parts },
    ],
    screens: { 'password.entering': { before: null, after: 0 } },
    problem: null,
  };
  writeFileSync(join(folder, 'changes.js'), `globalThis.FLOW_ATLAS_CHANGES = ${JSON.stringify(changes)};`);
  return pathToFileURL(join(folder, 'index.html')).href;
}
