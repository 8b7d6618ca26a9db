import { afterEach, expect, it } from 'vitest';
import { withInputNote, writeFailure } from '#src/app/failure-text.ts';
import type { TextOf } from '#src/app/text.ts';

const text: TextOf = (key) => `<${key}>`;
const LOADED_TEXTS = { 'failure.kept': [], 'info.failure.trouble': [] };
const TROUBLE = { kind: 'malformed', status: 502 } as const;

/** Adds fields with values to the page. */
const addToPage = (markup: string) => document.body.insertAdjacentHTML('beforeend', markup);

afterEach(() => document.body.replaceChildren());

it.each([
  ['an ID', '<input value="kim">'],
  ['a password that is being checked', '<input type="password" readonly value="x">'],
  ['a code after an empty field', '<input type="text"><input type="tel" value="12">'],
])('the text of a failure says that the input is kept when the page has %s', (_name, markup) => {
  addToPage(markup);
  expect(withInputNote('Gone.', text, LOADED_TEXTS)).toBe('Gone. <failure.kept>');
  expect(writeFailure(text, LOADED_TEXTS, TROUBLE)).toBe('<info.failure.trouble> <failure.kept>');
});

it.each([
  ['no field', '<p>QR</p>'],
  ['an empty field', '<input type="password"><input value="  ">'],
  ['a name for a password manager', '<input readonly aria-hidden="true" value="kim">'],
  ['checked boxes', '<input type="checkbox" value="on" checked><input type="radio" value="1" checked>'],
])('the text of a failure has no such note when the page has %s', (_name, markup) => {
  addToPage(markup);
  expect(withInputNote('Gone.', text, LOADED_TEXTS)).toBe('Gone.');
  expect(writeFailure(text, LOADED_TEXTS, TROUBLE)).toBe('<info.failure.trouble>');
});

it('the text of an unreachable server has no note, and no failure has one while its text is not loaded', () => {
  addToPage('<input value="kim">');
  expect(writeFailure(text, LOADED_TEXTS, { kind: 'unreachable' })).toBe('<info.failure.unreachable>');
  expect(withInputNote('Gone.', text, {})).toBe('Gone.');
});
