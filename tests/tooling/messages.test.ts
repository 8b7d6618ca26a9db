import { describe, expect, test } from 'vitest';
import { compileMessages } from '#scripts/messages/compile.ts';

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
