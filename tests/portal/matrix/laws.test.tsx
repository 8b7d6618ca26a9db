import { beforeEach, expect, it } from 'vitest';
import type { Harm } from './faults.ts';
import { type Before, LAWS, pageNow } from './laws.ts';

const PAGE = `<main><h1 tabindex="-1">Title</h1><p id="told" role="alert"></p><p role="status"></p>
  <label>Code <input id="code" aria-describedby="told"></label><button id="send">Send</button><a href="/">Home</a></main>`;

const found = (before: Before, harm: Harm = 'refused') => ({
  harm,
  before,
  isDone: false,
  isQuiet: false,
  repeats: false,
  takesRefusals: false,
});

const one = <E extends HTMLElement>(selector: string): E => document.querySelector(selector) as E;
const isAtMessage = (before: Before) => LAWS['the focus is at the message']?.(found(before));
const isTold = (before: Before) => LAWS['the person is told']?.(found(before));

beforeEach(() => {
  document.body.innerHTML = PAGE;
});

it('the focus may be at the message or the field that it describes, and at no other control', () => {
  one('#send').focus();
  const before = pageNow();
  one('#told').textContent = 'Wrong code';
  one('#code').focus();
  expect(isAtMessage(before)).toBe(true);
  one('a').focus();
  expect(isAtMessage(before)).toBe(false);
});

it('the focus may stay when an existing live region has the message, but not a new one', () => {
  one('#send').focus();
  const before = pageNow();
  one('[role=status]').textContent = 'No answer';
  expect(isAtMessage(before)).toBe(true);
  one('main').insertAdjacentHTML('beforeend', '<p role="status">It comes with its text</p>');
  expect(isAtMessage(before)).toBe(false);
});

it('another page needs its title or a field that is read with it', () => {
  one('#send').focus();
  const before = pageNow();
  one('h1').outerHTML = '<h1 id="title" tabindex="-1">Title</h1>';
  one('#send').focus();
  expect(isAtMessage({ ...before, focus: null })).toBe(false);
  one('h1').focus();
  expect(isAtMessage(before)).toBe(true);
  one('#code').setAttribute('aria-describedby', 'title');
  one('#code').focus();
  expect(isAtMessage(before)).toBe(true);
});

it('an open dialog needs the focus inside', () => {
  const before = pageNow();
  one('main').insertAdjacentHTML('beforeend', '<dialog open><p>No</p><button id="ok">OK</button></dialog>');
  one('#send').focus();
  expect(isAtMessage(before)).toBe(false);
  one('#ok').focus();
  expect(isAtMessage(before)).toBe(true);
});

it('texts from before the fault and countdowns do not count as messages', () => {
  one('[role=status]').textContent = 'Sent';
  const before = pageNow();
  expect(isTold(before)).toBe(false);
  one('main').insertAdjacentHTML('beforeend', '<span role="timer">9</span><span role="status">9 left</span>');
  expect(isTold(before)).toBe(false);
  one('[role=status]').textContent = 'Not sent';
  expect(isTold(before)).toBe(true);
});
