import { expect, test } from 'vitest';
import { choiceField, eventOf, type FormTable, textField } from '#src/app/form-table.ts';

type Event =
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'way.chosen'; readonly way: 'sms' | 'push' };

const TABLE = {
  'code.submitted': { code: textField('digits') },
  'way.chosen': { way: choiceField('way', ['sms', 'push']) },
} satisfies FormTable<Event>;

test.each([
  ['takes what a field holds', 'code.submitted', { digits: '12', other: '3' }, { code: '12' }],
  ['takes a missing field as empty', 'code.submitted', {}, { code: '' }],
  ['takes one of the values', 'way.chosen', { way: 'push' }, { way: 'push' }],
  ['refuses any other value', 'way.chosen', { way: 'mail' }, null],
  ['refuses a missing choice', 'way.chosen', {}, null],
  ['refuses an event that no form sends', 'code.edited', { digits: '12' }, null],
  ['refuses a name that every object has', 'toString', {}, null],
])('a form %s', (_, type, fields, values) => {
  expect(eventOf(TABLE, type, fields)).toEqual(values && { ...values, type });
});
