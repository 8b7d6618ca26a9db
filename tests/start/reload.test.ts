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

test('a valid file is applied; for an invalid one, the log names the file and each mistake', async () => {
  const logError = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const applied: ServerConfig[] = [];
  const reload = async (content: string) => {
    writeFileSync(file, content);
    const origins = { publicUrl: 'http://localhost:1', labOrigin: 'http://localhost:2' };
    await reloadConfiguration({
      read: () => loadConfig({ MUNJIGI_CONFIG: file }, origins),
      apply: async (config) => void applied.push(config),
    });
  };
  await reload('{ "defaultClient": "wki", "dormantDays": 0 }');
  await reload('{ "defaultClient": ');
  await reload('{ "dormantDays": 9 }');
  expect(applied.map(({ dormantDays }) => dormantDays)).toEqual([9]);
  const refused = 'configuration not reloaded, the former one stays in force';
  expect(logError.mock.calls).toEqual([
    [refused, { reason: expect.stringContaining('dormantDays: ') }],
    [refused, { reason: expect.stringContaining(`${file} cannot be used:`) }],
  ]);
});
