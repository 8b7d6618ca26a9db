import { expect, test } from 'vitest';
import { choiceField, eventOf, type FormTable, textField } from '#src/app/form-table.ts';

type Event =
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'channel.chosen'; readonly channel: 'sms' | 'push' };

const TABLE = {
  'code.submitted': { code: textField('digits') },
  'channel.chosen': { channel: choiceField('channel', ['sms', 'push']) },
} satisfies FormTable<Event>;

test.each([
  ['sends the text of a field', 'code.submitted', { digits: '12', other: '3' }, { code: '12' }],
  ['sends an empty text for a missing field', 'code.submitted', {}, { code: '' }],
  ['sends one of the allowed values', 'channel.chosen', { channel: 'push' }, { channel: 'push' }],
  ['refuses another value', 'channel.chosen', { channel: 'mail' }, null],
  ['refuses a missing choice', 'channel.chosen', {}, null],
  ['refuses an event that no form sends', 'code.edited', { digits: '12' }, null],
  ['refuses the name of an inherited property', 'toString', {}, null],
])('a form %s', (_, type, fields, values) => {
  expect(eventOf(TABLE, type, fields)).toEqual(values && { ...values, type });
});
