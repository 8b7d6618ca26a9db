import { describe, expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';
import { flashesIn, halfAlike, namesIn, sensed } from './criteria.ts';

const textsOf = (language: 'ko' | 'en'): Readonly<Record<string, string>> =>
  Object.assign({}, ...projectFiles(`i18n/{,*.}${language}.json`).map(({ text }) => JSON.parse(text)));

const TEXTS = { ko: textsOf('ko'), en: textsOf('en') };

const onDesk = (key: string): boolean => key.startsWith('desk.');

const only = (texts: Readonly<Record<string, string>>, isOf: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => isOf(key)));

/** Texts that name a place, with what they name beside it: who does not see the place knows what is meant. */
const PLACED: Readonly<Record<string, string>> = {
  'tabs.standing': 'another ID',
  'chooser.noneRegistered': 'what is registered',
  'code.leadYubikey': 'the field',
  'otp.lead': 'a code',
  'qr.leadMatch': 'the number',
  'qr.leadPhoneMatch': 'the number',
  'push.choose': 'the group of characters',
  'push.compare': 'the push ID',
  'departure.stuckHint': 'the button, which is the only one',
  'info.portal.user.change.failure.invalid': 'the rules',
  'registerApp.type': 'the digits',
  'registerApp.compare': 'the 8 characters',
  'factors.none': 'what is registered',
};

describe('WCAG 1.3.3: no instruction leans on a place, a shape, a colour or a sound alone', () => {
  test.each(['ko', 'en'] as const)('%s', (language) => {
    expect(sensed(language, TEXTS[language]).filter((key) => !Object.hasOwn(PLACED, key))).toEqual([]);
  });

  test('every text that is allowed to name a place does', () => {
    const named = new Set([...sensed('ko', TEXTS.ko), ...sensed('en', TEXTS.en)]);
    expect(Object.keys(PLACED).filter((key) => !named.has(key))).toEqual([]);
  });

  test('a text that does is found', () => {
    const texts = {
      place: 'Press the button on the left side',
      colour: 'Choose the green one',
      none: 'Press Next',
    };
    expect(sensed('en', texts)).toEqual(['place', 'colour']);
    expect(sensed('ko', { place: '오른쪽 버튼', colour: '초록 버튼', none: '다음 버튼' })).toEqual([
      'place',
      'colour',
    ]);
  });
});

/** What a control is called that tells one of these wishes, whichever the flow. */
const NAMES: Readonly<Record<string, string>> = {
  back: 'action.previous',
  retry: 'action.retry',
  dismissed: 'action.ok',
  confirmed: 'action.ok',
  cancelled: 'action.cancel',
};

/** Controls with another name, because what they do is another thing. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'comparison.confirmed registerApp.same': 'tells what the person has compared',
  'departure.retry departure.continue': 'goes where the browser was to go by itself',
};

/** Keys whose texts are alike in one language alone. */
const HALF_ALIKE: Readonly<Record<string, string>> = {
  'error.reason.pushWithdrawn push.cancelled': 'two statements, no names',
  'method.alwaysPush method.alwaysSend': 'literal in the specification, of a code and of a push',
  'factor.registered factor.registrationDate management.registered': 'a date, a statement and a state',
  'push.purposeUnknown title.redirect': 'a title, and what a push is for',
  'action.login title.identity': 'a title and a button, literal in the specification',
  'holding.default method.always password.always second.saveDefault':
    'literal in the specification, in English',
  'session.expired title.session': 'literal in the specification, in English',
  'error.auth_error_012 info.failure.otp.send': 'two statements of a failure',
  'factors.add holding.replace': 'a heading and a button',
  'factors.default holding.title': 'a mark and a heading',
  'factors.end tabs.signOut': 'of another browser, and of this one',
};

describe('WCAG 3.2.4: what does the same is called the same', () => {
  const names = projectFiles('src/views/**/*.tsx').flatMap(namesIn);

  test('going back, trying again, cancelling and closing have one name in every flow', () => {
    expect(names.length).toBeGreaterThan(40);
    const others = names.filter(([wish, key]) => {
      const name = NAMES[wish.split('.').at(-1) ?? ''];
      return name !== undefined && key !== name && !Object.hasOwn(OTHERWISE, `${wish} ${key}`);
    });
    expect(others).toEqual([]);
  });

  test('every other name is there', () => {
    const there = new Set(names.map(([wish, key]) => `${wish} ${key}`));
    expect(Object.keys(OTHERWISE).filter((name) => !there.has(name))).toEqual([]);
  });

  test('another name is found', () => {
    const text = `<Button onClick={() => actor.send({ type: 'step.back' })}>{text('action.home')}</Button>`;
    expect(namesIn({ path: 'a.tsx', text })).toEqual([['step.back', 'action.home', 'a.tsx']]);
  });

  test('texts that are the same in one language are in the other, but for titles, statements and literal texts', () => {
    // The help desk is a set of pages of its own: nobody meets its names among those of the portal.
    const found = [onDesk, (key: string) => !onDesk(key)].flatMap((isOf) => {
      const [ko, en] = [only(TEXTS.ko, isOf), only(TEXTS.en, isOf)];
      return [...halfAlike(en, ko), ...halfAlike(ko, en)];
    });
    expect(found.toSorted()).toEqual(Object.keys(HALF_ALIKE).toSorted());
  });
});

/** So many pairs of changes a second are too many (WCAG 2.3.1). */
const MAX_FLASHES = 3;

describe('WCAG 2.3.1: nothing flashes more than three times a second', () => {
  test('no animation that goes on does', () => {
    const flashes = projectFiles('src/**/*.css').flatMap(flashesIn);
    expect(flashes.length).toBeGreaterThan(2);
    expect(flashes.filter(([, perSecond]) => perSecond > MAX_FLASHES)).toEqual([]);
  });

  test('one that does is found, with each of its steps', () => {
    const text = `.a { animation: blink 0.2s linear infinite; }
      .b { animation: beat 1s linear infinite; } .c { animation: rise 0.2s ease; }
      @keyframes blink { 50% { opacity: 0; } }
      @keyframes beat { 20% { opacity: 0; } 40% { opacity: 1; } 60% { opacity: 0; } 80% { opacity: 1; } }`;
    expect(flashesIn({ path: 'a.css', text })).toEqual([
      ['a.css blink', 5],
      ['a.css beat', 4],
    ]);
  });
});
