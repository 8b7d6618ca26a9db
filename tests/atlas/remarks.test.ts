import { expect, test } from 'vitest';
import { readMachines } from '#atlas/model/find.ts';
import {
  mergeRemarks,
  parseRemarks,
  type Remark,
  remarkStatus,
  remarksText,
  subjectHash,
} from '#atlas/remarks/remark.ts';
import { project } from '#tests/support/project.ts';

const machines = await readMachines(project);
const texts = { ko: { 'id.title': '로그인' }, en: { 'id.title': 'Sign in' } };
const subjects = { machines, texts };

const remark = (about: string): Remark => ({
  about,
  text: 'Say how long.',
  by: 'Kim',
  on: '2026-01-31',
  mark: subjectHash(about, subjects) ?? '',
});

const withoutState = (id: string) =>
  machines.map((machine) => ({ ...machine, states: machine.states.filter((state) => state.id !== id) }));

const otherDescription = machines.map((machine) => ({
  ...machine,
  states: machine.states.map((state) =>
    state.id === 'push.waiting' ? { ...state, description: 'Something else.' } : state,
  ),
}));

test('a remark reports whether its state has changed or is missing', () => {
  const remarkOnWaiting = remark('push.waiting');
  expect(remarkStatus(remarkOnWaiting, subjects)).toBe('current');
  expect(remarkStatus(remarkOnWaiting, { machines: otherDescription, texts })).toBe('changed');
  expect(remarkStatus(remarkOnWaiting, { machines: withoutState('push.waiting'), texts })).toBe('missing');
  expect(remarkStatus(remark('push'), { machines: otherDescription, texts })).toBe('current');
});

test('a remark about a transition or a text changes only with that transition or text', () => {
  const [transition] = machines.find(({ id }) => id === 'push')?.transitions ?? [];
  expect(remarkStatus(remark(transition?.id ?? ''), { machines: otherDescription, texts })).toBe('current');
  const changed = { ...texts, en: { 'id.title': 'Log in' } };
  expect(remarkStatus(remark('text:id.title'), { machines, texts: changed })).toBe('changed');
  expect(remarkStatus(remark('text:id.title'), { machines, texts: { ko: {}, en: {} } })).toBe('missing');
});

test('a file of remarks is read as it was written, other files are refused, and merging removes duplicates', () => {
  const [one, other] = [remark('push'), remark('push.waiting')];
  expect(parseRemarks(remarksText([one, other]))).toEqual([one, other]);
  expect(mergeRemarks([one], [one, other])).toEqual([one, other]);
  for (const text of ['{}', '[{"about":"push"}]', 'no']) expect(() => parseRemarks(text)).toThrow();
});
