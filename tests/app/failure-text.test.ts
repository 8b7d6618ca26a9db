import { afterEach, expect, it } from 'vitest';
import { withInputNote, writeFailure } from '#src/app/failure-text.ts';
import type { WriteText } from '#src/app/text.ts';

const text: WriteText = (key) => `<${key}>`;
const KNOWN = { 'failure.kept': [], 'info.failure.trouble': [] };
const TROUBLE = { kind: 'malformed', status: 502 } as const;

/** Adds fields with values to the page. */
const draw = (markup: string) => document.body.insertAdjacentHTML('beforeend', markup);

afterEach(() => document.body.replaceChildren());

it.each([
  ['an ID', '<input value="kim">'],
  ['a password that is being checked', '<input type="password" readonly value="x">'],
  ['a code behind an empty field', '<input type="text"><input type="tel" value="12">'],
])('adds a note that the input is kept: %s', (_name, markup) => {
  draw(markup);
  expect(withInputNote('Gone.', text, KNOWN)).toBe('Gone. <failure.kept>');
  expect(writeFailure(text, KNOWN, TROUBLE)).toBe('<info.failure.trouble> <failure.kept>');
});

it.each([
  ['no field', '<p>QR</p>'],
  ['an empty field', '<input type="password"><input value="  ">'],
  ['a name for a password manager', '<input readonly aria-hidden="true" value="kim">'],
  ['boxes', '<input type="checkbox" value="on" checked><input type="radio" value="1" checked>'],
])('adds no note when nothing was typed: %s', (_name, markup) => {
  draw(markup);
  expect(withInputNote('Gone.', text, KNOWN)).toBe('Gone.');
  expect(writeFailure(text, KNOWN, TROUBLE)).toBe('<info.failure.trouble>');
});

it('adds no note to an unreachable server, nor while the text of the note is not loaded', () => {
  draw('<input value="kim">');
  expect(writeFailure(text, KNOWN, { kind: 'unreachable' })).toBe('<info.failure.unreachable>');
  expect(withInputNote('Gone.', text, {})).toBe('Gone.');
});
