import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { reloadConfiguration } from '#cli/start/reload.ts';
import { loadConfig } from '#server/config/load.ts';
import type { ServerConfig } from '#server/config/schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'munjigi-reload-'));
const file = join(folder, 'config.json');

afterEach(() => rmSync(folder, { recursive: true }));

test('a file with mistakes is named in the log with each of them, and not applied; a good one is', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const applied: ServerConfig[] = [];
  const reload = async (content: string) => {
    writeFileSync(file, content);
    const around = { publicUrl: 'http://localhost:1', labOrigin: 'http://localhost:2' };
    await reloadConfiguration({
      read: () => loadConfig({ MUNJIGI_CONFIG: file }, around),
      apply: async (config) => void applied.push(config),
    });
  };
  await reload('{ "defaultClient": "wki", "dormantDays": 0 }');
  await reload('{ "defaultClient": ');
  await reload('{ "dormantDays": 9 }');
  expect(applied.map(({ dormantDays }) => dormantDays)).toEqual([9]);
  const refused = 'configuration not reloaded, the former one stays in force';
  expect(logged.mock.calls).toEqual([
    [refused, { reason: expect.stringContaining('dormantDays: ') }],
    [refused, { reason: expect.stringContaining(`${file} cannot be used:`) }],
  ]);
});
