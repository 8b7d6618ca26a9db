import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import type { AllPlaces } from './sheets.ts';

const FILE = 'places.json';

/** The stored positions of cards in the folder of the charts, so that a new state does not move others. */
export function readPlaces({ root, charts }: Pick<Project, 'root' | 'charts'>): AllPlaces {
  const file = join(root, charts, FILE);
  if (!existsSync(file)) return {};
  const stored: Readonly<Record<string, Readonly<Record<string, readonly [0 | 1 | 2, number, number]>>>> =
    JSON.parse(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(stored).map(([sheet, places]) => [
      sheet,
      Object.fromEntries(Object.entries(places).map(([id, [lane, y, room]]) => [id, { lane, y, room }])),
    ]),
  );
}

/** Writes places, one a line, so that edits to different states do not conflict in a merge. */
export function placesText(all: AllPlaces): string {
  const sheets = Object.entries(all).map(([sheet, places]) => {
    const lines = Object.entries(places).map(
      ([id, { lane, y, room }]) => `    ${JSON.stringify(id)}: [${lane}, ${y}, ${room}]`,
    );
    return `  ${JSON.stringify(sheet)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${sheets.join(',\n')}\n}\n`;
}
