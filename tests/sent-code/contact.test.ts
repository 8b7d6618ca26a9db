import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskedContact } from '#src/views/sent-code/contact.ts';

it.each([
  ['010-****-5678', '010-****-5678'],
  ['k***@example.kr', 'k***@example.kr'],
  ['01012345678', '*********78'],
  ['kimdongha@example.kr', 'ki***@example.kr'],
])('the contact %s is shown as %s', (contact, shown) => {
  expect(maskedContact(contact)).toBe(shown);
});

it('no contact is shown completely', () => {
  const phone = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 15 });
  const mail = fc.emailAddress().filter((address) => !address.includes('*'));
  fc.assert(
    fc.property(fc.oneof(phone, mail), (contact) => {
      expect(maskedContact(contact)).not.toBe(contact);
      expect(maskedContact(contact)).toContain('*');
    }),
  );
});

it.each([
  ['12', '*2'],
  ['7', '*'],
  ['', ''],
  ['a@example.kr', '***@example.kr'],
  ['ab@example.kr', 'a***@example.kr'],
])('a short contact %j is masked as %j', (contact, shown) => {
  expect(maskedContact(contact)).toBe(shown);
});
