import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import ko from '#i18n/ko.json';
import { compileMessages } from '#scripts/messages/compile.ts';
import { messages } from '#scripts/messages/plugin.ts';

describe('compileMessages', () => {
  test('parses placeholders and keeps plain text as one literal', () => {
    expect(compileMessages('en.json', '{"a.b":"Hello, {name}.","c.d":"It\'s time"}')).toEqual({
      'a.b': [
        { type: 0, value: 'Hello, ' },
        { type: 1, value: 'name' },
        { type: 0, value: '.' },
      ],
      'c.d': [{ type: 0, value: "It's time" }],
    });
  });

  test('names the file and the key of a wrong message', () => {
    expect(() => compileMessages('i18n/en.json', '{"a.b":"Hello, {name"}')).toThrow(
      'i18n/en.json: "a.b" is no ICU message: EXPECT_ARGUMENT_CLOSING_BRACE',
    );
    expect(() => compileMessages('i18n/en.json', '{"a.b":{"c":"d"}}')).toThrow(
      '"a.b" is no ICU message: not a text',
    );
  });
});

describe('the plugin', () => {
  test('compiles the texts that are imported', () => {
    expect(ko['title.portal']).toEqual([{ type: 0, value: '인증 포털' }]);
  });

  test('fails the build on a wrong message and names its key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'munjigi-messages-'));
    await mkdir(join(folder, 'i18n'));
    await writeFile(join(folder, 'i18n', 'en.json'), '{"a.b":"Hello, {name"}');
    await writeFile(join(folder, 'main.js'), `import texts from './i18n/en.json'; console.log(texts);`);
    const building = build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [messages()],
      build: { write: false, rolldownOptions: { input: join(folder, 'main.js') } },
    });
    await expect(building).rejects.toThrow('"a.b" is no ICU message');
    await rm(folder, { recursive: true });
  });
});
