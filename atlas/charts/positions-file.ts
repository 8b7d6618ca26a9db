import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import type { StoredPositions } from './localized-charts.ts';

const FILE = 'places.json';

/** Reads the stored positions from the folder of the charts. */
export function readPositions({ root, charts }: Pick<Project, 'root' | 'charts'>): StoredPositions {
  const file = join(root, charts, FILE);
  if (!existsSync(file)) return {};
  const stored: Readonly<Record<string, Readonly<Record<string, readonly [0 | 1 | 2, number, number]>>>> =
    JSON.parse(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(stored).map(([layout, positions]) => [
      layout,
      Object.fromEntries(
        Object.entries(positions).map(([id, [column, y, reservedHeight]]) => [
          id,
          { column, y, reservedHeight },
        ]),
      ),
    ]),
  );
}

/** Formats positions, one per line, so that changes of different states merge without a conflict. */
export function positionsText(all: StoredPositions): string {
  const charts = Object.entries(all).map(([layout, positions]) => {
    const lines = Object.entries(positions).map(
      ([id, { column, y, reservedHeight }]) =>
        `    ${JSON.stringify(id)}: [${column}, ${y}, ${reservedHeight}]`,
    );
    return `  ${JSON.stringify(layout)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${charts.join(',\n')}\n}\n`;
}
