import { describe, expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';
import { flashesIn, keysWithSensoryWords, namesIn, sameInOnlyOne } from './criteria.ts';

const textsOf = (language: 'ko' | 'en'): Readonly<Record<string, string>> =>
  Object.assign({}, ...projectFiles(`i18n/{,*.}${language}.json`).map(({ text }) => JSON.parse(text)));

const TEXTS = { ko: textsOf('ko'), en: textsOf('en') };

/** Whether a text belongs to the help desk. */
const isDeskKey = (key: string): boolean => key.startsWith('desk.');

const withKeys = (texts: Readonly<Record<string, string>>, matches: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => matches(key)));

/** Keys of texts that name a place, each with another property by which the element can be identified without sight. */
const ALLOWED_PLACES: Readonly<Record<string, string>> = {
  'tabs.standing': 'another ID',
  'chooser.noneRegistered': 'what is registered',
  'code.leadYubikey': 'the field',
  'otp.lead': 'a code',
  'qr.leadMatch': 'the number',
  'qr.leadPhoneMatch': 'the number',
  'push.choose': 'the group of characters',
  'push.compare': 'the push ID',
  'return.stuckHint': 'the button, which is the only one',
  'info.portal.user.change.failure.invalid': 'the rules',
  'registerApp.type': 'the digits',
  'registerApp.compare': 'the 8 characters',
  'factors.none': 'what is registered',
};

describe('WCAG 1.3.3: no instruction refers only to a place, a shape, a colour or a sound', () => {
  test.each(['ko', 'en'] as const)('the texts in %s follow this, except listed texts', (language) => {
    expect(
      keysWithSensoryWords(language, TEXTS[language]).filter((key) => !Object.hasOwn(ALLOWED_PLACES, key)),
    ).toEqual([]);
  });

  test('every listed exception names a place', () => {
    const keysOfPlaces = new Set([
      ...keysWithSensoryWords('ko', TEXTS.ko),
      ...keysWithSensoryWords('en', TEXTS.en),
    ]);
    expect(Object.keys(ALLOWED_PLACES).filter((key) => !keysOfPlaces.has(key))).toEqual([]);
  });

  test('keysWithSensoryWords finds a text that names a place or a colour', () => {
    const texts = {
      place: 'Press the button on the left side',
      colour: 'Choose the green one',
      none: 'Press Next',
    };
    expect(keysWithSensoryWords('en', texts)).toEqual(['place', 'colour']);
    expect(
      keysWithSensoryWords('ko', { place: '오른쪽 버튼', colour: '초록 버튼', none: '다음 버튼' }),
    ).toEqual(['place', 'colour']);
  });
});

/** The keys of the names of controls, by the last word of the event that the control sends. */
const CONTROL_NAMES: Readonly<Record<string, string>> = {
  back: 'action.previous',
  retry: 'action.retry',
  dismissed: 'action.ok',
  confirmed: 'action.ok',
  cancelled: 'action.cancel',
};

/** Controls that have another name because they do something else, with the reason. */
const ALLOWED_NAMES: Readonly<Record<string, string>> = {
  'comparison.confirmed registerApp.same': 'reports what the person has compared',
  'return.retry return.continue': 'opens the page that the browser should have opened',
};

/** Groups of keys whose texts are the same in only one language, with the reason. */
const SAME_IN_ONE_LANGUAGE: Readonly<Record<string, string>> = {
  'error.reason.pushWithdrawn push.cancelled': 'two statements, no names',
  'method.alwaysPush method.alwaysSend': 'literal in the specification, of a code and of a push',
  'factor.registered factor.registrationDate management.registered': 'a date, a statement and a state',
  'push.purposeUnknown title.redirect': 'a title, and the purpose of a push',
  'action.login title.identity': 'a title and a button, literal in the specification',
  'holding.default method.always password.always second.saveDefault':
    'literal in the specification, in English',
  'session.expired title.session': 'literal in the specification, in English',
  'error.auth_error_012 info.failure.otp.send': 'two statements of a failure',
  'factors.add holding.replace': 'a heading and a button',
  'factors.default holding.title': 'a mark and a heading',
  'factors.end tabs.signOut': 'for another browser, and for this one',
};

describe('WCAG 3.2.4: controls with the same function have the same name', () => {
  const names = projectFiles('src/views/**/*.tsx').flatMap(namesIn);

  test('going back, trying again, cancelling and closing have one name in every flow', () => {
    expect(names.length).toBeGreaterThan(40);
    const differing = names.filter(([event, key]) => {
      const name = CONTROL_NAMES[event.split('.').at(-1) ?? ''];
      return name !== undefined && key !== name && !Object.hasOwn(ALLOWED_NAMES, `${event} ${key}`);
    });
    expect(differing).toEqual([]);
  });

  test('every listed exception is a control of a view', () => {
    const existing = new Set(names.map(([event, key]) => `${event} ${key}`));
    expect(Object.keys(ALLOWED_NAMES).filter((name) => !existing.has(name))).toEqual([]);
  });

  test('namesIn finds the name and the event of a control', () => {
    const text = `<Button onClick={() => actor.send({ type: 'step.back' })}>{text('action.home')}</Button>`;
    expect(namesIn({ path: 'a.tsx', text })).toEqual([['step.back', 'action.home', 'a.tsx']]);
  });

  test('texts that are the same in one language are the same in the other language, except listed texts', () => {
    // The help desk is a separate application, so its texts are compared separately.
    const keyGroups = [isDeskKey, (key: string) => !isDeskKey(key)].flatMap((matches) => {
      const [ko, en] = [withKeys(TEXTS.ko, matches), withKeys(TEXTS.en, matches)];
      return [...sameInOnlyOne(en, ko), ...sameInOnlyOne(ko, en)];
    });
    expect(keyGroups.toSorted()).toEqual(Object.keys(SAME_IN_ONE_LANGUAGE).toSorted());
  });
});

/** The maximum number of flashes per second (WCAG 2.3.1). */
const MAX_FLASHES = 3;

describe('WCAG 2.3.1: nothing flashes more than three times a second', () => {
  test('no endless animation flashes more than three times a second', () => {
    const flashes = projectFiles('src/**/*.css').flatMap(flashesIn);
    expect(flashes.length).toBeGreaterThan(2);
    expect(flashes.filter(([, perSecond]) => perSecond > MAX_FLASHES)).toEqual([]);
  });

  test('flashesIn counts the flashes of endless animations per second, with all their steps', () => {
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
