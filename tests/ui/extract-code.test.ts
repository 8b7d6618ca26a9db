import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractCode } from '#src/ui/extract-code.ts';

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['１２３４５６', '123456'],
  ['１２３\u3000４５６', '123456'],
  ['123\u00a0456\u200b', '123456'],
  ['\u202a123456\u202c', '123456'],
  ['123-456', '123456'],
  ['123–456', '123456'],
  ['１２３－４５６', '123456'],
  ['AB12-CD34', 'AB12-CD34'],
  ['[한빛] 로그인 인증번호 030805 (5분, 공유 금지)\n@localhost #030805', '030805'],
  ['Your code is 999999. Keep it.', '999999'],
  ['Your code is 999999 or 111111.', 'Yourcodeis999999or111111.'],
  ['code 123456', 'code123456'],
  ['-123', '-123'],
  ['null', 'null'],
  ['12null', '12null'],
  ['ㅁㅠ12', 'ㅁㅠ12'],
])('the text %j is read as the code %j', (typed, code) => {
  expect(extractCode(typed)).toBe(code);
});

test('a normalised code stays unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (typed) => extractCode(extractCode(typed)) === extractCode(typed),
    ),
  );
});

test('grouped digits are joined', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 });
  const separator = fc.constantFrom('', ' ', '\t', '\u3000', '\u200b');
  fc.assert(
    fc.property(digits, separator, (code, between) => extractCode(code.join(between)) === code.join('')),
  );
});
