import { beforeEach, expect, it } from 'vitest';
import type { FaultKind } from './faults.ts';
import { currentPage, LAWS, type PageState } from './laws.ts';

const PAGE = `<main><h1 tabindex="-1">Title</h1><p id="message" role="alert"></p><p role="status"></p>
  <label>Code <input id="code" aria-describedby="message"></label><button id="send">Send</button><a href="/">Home</a></main>`;

const observation = (before: PageState, kind: FaultKind = 'refused') => ({
  kind,
  before,
  isDone: false,
  isQuiet: false,
  repeats: false,
  acceptsRefusals: false,
});

const element = <E extends HTMLElement>(selector: string): E => document.querySelector(selector) as E;
const isAtMessage = (before: PageState) => LAWS['the focus is at the message']?.(observation(before));
const hasMessage = (before: PageState) => LAWS['the person reads a message']?.(observation(before));

beforeEach(() => {
  document.body.innerHTML = PAGE;
});

it('the focus may be at the message or the field that it describes, and at no other control', () => {
  element('#send').focus();
  const before = currentPage();
  element('#message').textContent = 'Wrong code';
  element('#code').focus();
  expect(isAtMessage(before)).toBe(true);
  element('a').focus();
  expect(isAtMessage(before)).toBe(false);
});

it('the focus may stay when an existing live region has the message, but not a new one', () => {
  element('#send').focus();
  const before = currentPage();
  element('[role=status]').textContent = 'No answer';
  expect(isAtMessage(before)).toBe(true);
  element('main').insertAdjacentHTML('beforeend', '<p role="status">A new region with a text</p>');
  expect(isAtMessage(before)).toBe(false);
});

it('on another page the focus has to be at the title or at a field that is read with it', () => {
  element('#send').focus();
  const before = currentPage();
  element('h1').outerHTML = '<h1 id="title" tabindex="-1">Title</h1>';
  element('#send').focus();
  expect(isAtMessage({ ...before, focus: null })).toBe(false);
  element('h1').focus();
  expect(isAtMessage(before)).toBe(true);
  element('#code').setAttribute('aria-describedby', 'title');
  element('#code').focus();
  expect(isAtMessage(before)).toBe(true);
});

it('the focus has to be inside an open dialog', () => {
  const before = currentPage();
  element('main').insertAdjacentHTML(
    'beforeend',
    '<dialog open><p>No</p><button id="ok">OK</button></dialog>',
  );
  element('#send').focus();
  expect(isAtMessage(before)).toBe(false);
  element('#ok').focus();
  expect(isAtMessage(before)).toBe(true);
});

it('texts from before the fault and countdowns do not count as messages', () => {
  element('[role=status]').textContent = 'Sent';
  const before = currentPage();
  expect(hasMessage(before)).toBe(false);
  element('main').insertAdjacentHTML(
    'beforeend',
    '<span role="timer">9</span><span role="status">9 left</span>',
  );
  expect(hasMessage(before)).toBe(false);
  element('[role=status]').textContent = 'Not sent';
  expect(hasMessage(before)).toBe(true);
});
