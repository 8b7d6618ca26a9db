import { expect, test } from 'vitest';
import { parseXml } from '#server/config/saml/parse.ts';
import { durationAttribute } from '#server/config/saml/read.ts';

const read = (attribute: string) => durationAttribute(parseXml(`<a ${attribute}/>`), 'duration');

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test.for([
  ['P1Y', 365 * DAY],
  ['P2M', 60 * DAY],
  ['P3D', 3 * DAY],
  ['PT4H', 240 * MINUTE],
  ['PT5M', 5 * MINUTE],
  ['PT6.5S', 6500],
  ['P1DT1M', DAY + MINUTE],
] as const)('the duration %s has %i milliseconds', ([duration, milliseconds]) => {
  expect(read(`duration="${duration}"`)).toBe(milliseconds);
});

test.for(['', 'P', 'PT', '1D', '-P1D', 'P1H'])('the text "%s" is no duration', (text) => {
  expect(() => read(`duration="${text}"`)).toThrow('is not a duration');
});

test('there is no duration without the attribute', () => {
  expect(read('')).toBeNull();
});
