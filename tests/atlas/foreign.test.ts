import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { buildAtlas } from '#atlas/build/pages.ts';
import { chartFiles } from '#atlas/charts/files.ts';
import { machineCharts } from '#atlas/charts/localized-charts.ts';
import { openProject } from '#atlas/config.ts';
import { readMachines } from '#atlas/model/find.ts';
import { NO_WORDS } from '#tests/charts/machine.ts';
import { overlaps } from '#tests/charts/overlaps.ts';

const foreign = await openProject(join(import.meta.dirname, 'foreign'));
const machines = await readMachines(foreign);
const files = await chartFiles(foreign);
const site = mkdtempSync(join(tmpdir(), 'munjigi-foreign-'));
afterAll(() => rmSync(site, { recursive: true }));

const textOf = (name: string): string => files.get(name) ?? '';

describe('machines that others wrote', () => {
  test('have state ids that consist of keys, also when a state declares an id', () => {
    const ids = machines.map(({ id, states }) => [id, states.length] as const);
    expect(ids).toEqual([
      ['(machine)', 7],
      ['connection', 8],
      ['document-mutator', 13],
      ['microwave', 9],
    ]);
    expect(machines.flatMap(({ states }) => states).map(({ id }) => id)).toContain('connection.handshaking');
    const stateIds = new Set(machines.flatMap(({ states }) => states.map(({ id }) => id)));
    const targets = machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ source, targets }) => [source, ...targets]),
    );
    expect(targets.filter((id) => !stateIds.has(id))).toEqual([]);
  });

  test('are drawn in both languages, without overlap', () => {
    for (const machine of machines) {
      const { id } = machine;
      const charts = [...machineCharts(machine, NO_WORDS).values()];
      expect(charts.flatMap(({ ko, en }) => [ko, en]).flatMap(overlaps)).toEqual([]);
      expect(textOf(`${id}.svg`)).toContain('<svg');
      expect(textOf(`${id}.ko.svg`)).toContain('<svg');
    }
  });

  test('have descriptions of their events, times, actors and guards in words', () => {
    expect(textOf('(machine).md')).toContain('after 0 s: initial timeout');
    expect(textOf('(machine).md')).toContain('sets response, responseTo');
    expect(textOf('microwave.md')).toMatch(/if context\.timer >= 5/);
    expect(textOf('microwave.md')).toContain('if in door closed → cooking');
    expect(textOf('document-mutator.md')).toMatch(/: answer|: failure|server/);
    expect(textOf('microwave.md')).toContain('door open → open');
    const descriptions = machines.flatMap(({ id }) => textOf(`${id}.md`));
    expect(descriptions.join('\n')).not.toMatch(/undefined|\[object|xstate\.(?!after)/);
  });

  test('build a site without screens', async () => {
    await buildAtlas(foreign, site);
    expect(existsSync(join(site, 'screen.html'))).toBe(false);
    expect(readFileSync(join(site, 'data.js'), 'utf8')).toContain('document-mutator');
  });
});
