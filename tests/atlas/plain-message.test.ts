import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { plainMessage } from '#atlas/words/plain-message.ts';

test('a plain message has the other case of each plural and select, also of nested ones', () => {
  expect(
    plainMessage(
      'Locked{left, plural, =0 {} one { for # minute} other { for # minutes, {tries, plural, =0 {} other {after # tries}}}}. {name}',
    ),
  ).toBe('Locked for {left} minutes, after {tries} tries. {name}');
});

test('no plain message of the portal has a plural or select', () => {
  const folder = join(import.meta.dirname, '..', '..', 'i18n');
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      Object.values<string>(JSON.parse(readFileSync(join(folder, file), 'utf8'))).map(plainMessage),
    );
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => /plural,|select,|#/.test(text))).toEqual([]);
  for (const text of texts) expect(() => parse(text), text).not.toThrow();
});
