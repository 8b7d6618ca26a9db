import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import ko from '#i18n/ko.json';
import { compileMessages } from '#tools/messages/compile.ts';
import { messages } from '#tools/messages/plugin.ts';

describe('compileMessages', () => {
  test('parses placeholders, and returns plain text as one literal', () => {
    expect(compileMessages('en.json', '{"a.b":"Hello, {name}.","c.d":"It\'s time"}')).toEqual({
      'a.b': [
        { type: 0, value: 'Hello, ' },
        { type: 1, value: 'name' },
        { type: 0, value: '.' },
      ],
      'c.d': [{ type: 0, value: "It's time" }],
    });
  });

  test('names the file and the key of an invalid message', () => {
    expect(() => compileMessages('i18n/en.json', '{"a.b":"Hello, {name"}')).toThrow(
      'i18n/en.json: "a.b" is not an ICU message: EXPECT_ARGUMENT_CLOSING_BRACE',
    );
    expect(() => compileMessages('i18n/en.json', '{"a.b":{"c":"d"}}')).toThrow(
      '"a.b" is not an ICU message: not a text',
    );
  });

  test('uses the text of the fallback language for a missing key', () => {
    expect(compileMessages('en.json', '{"a.b":"Hello"}', '{"a.b":"안녕","c.d":"{x}로"}')).toEqual({
      'a.b': [{ type: 0, value: 'Hello' }],
      'c.d': [
        { type: 1, value: 'x' },
        { type: 0, value: '로' },
      ],
    });
  });
});

/** The built script of a page that logs the English texts. */
async function buildTexts(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'munjigi-messages-'));
  try {
    await mkdir(join(folder, 'i18n'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'i18n', name), text);
    await writeFile(join(folder, 'main.js'), `import texts from './i18n/en.json'; console.log(texts);`);
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [messages()],
      build: { write: false, rolldownOptions: { input: join(folder, 'main.js') } },
    });
    if (!('output' in result)) throw new Error('The build has no output');
    return result.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the plugin', () => {
  test('compiles the texts that are imported', () => {
    expect(ko['title.portal']).toEqual([{ type: 0, value: '인증 포털' }]);
  });

  test('fails the build on an invalid message and names the key', async () => {
    await expect(buildTexts({ 'en.json': '{"a.b":"Hello, {name"}' })).rejects.toThrow(
      '"a.b" is not an ICU message',
    );
  });

  test('shows the Korean text of a key that English lacks', async () => {
    const built = await buildTexts({ 'en.json': '{"a.b":"Hello"}', 'ko.json': '{"a.b":"안녕","c.d":"문"}' });
    expect(built).toContain('Hello');
    expect(built).toContain('문');
    expect(built).not.toContain('안녕');
  });
});
