import { readFileSync } from 'node:fs';
import { createIntl, createIntlCache } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, ERROR_REASONS } from '#i18n/error-catalogue.ts';
import { catalogueOf, failureMessage } from '#i18n/error-look-up.ts';
import { settleParticles } from '#i18n/particles.ts';

const read = (language: 'ko' | 'en'): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../i18n/errors.${language}.json`, import.meta.url), 'utf8'));
const TEXTS = { ko: read('ko'), en: read('en') };
const LANGUAGES = ['ko', 'en'] as const;
const CODES = Object.keys(ERROR_CATALOGUE);
const DETAILS = { failCount: 3, maxCount: 5, method: 'SMS' };

function textOf(
  language: 'ko' | 'en',
  code: string,
  details: Record<string, string | number> = DETAILS,
): string {
  const failure = { kind: 'rejected', status: 409, code, message: 'from the server', details } as const;
  const message = failureMessage(failure, catalogueOf(TEXTS[language]));
  if ('text' in message) return message.text;
  const intl = createIntl(
    {
      locale: language,
      messages: TEXTS[language],
      onError: (error) => {
        throw error;
      },
    },
    createIntlCache(),
  );
  return settleParticles(intl.formatMessage({ id: message.key }, { ...message.values }));
}

describe('the error catalogue', () => {
  it('has the same keys in both languages', () => {
    expect(Object.keys(TEXTS.en)).toEqual(Object.keys(TEXTS.ko));
  });

  it('has a text for every code of section 8, and no text for another code', () => {
    const keys = Object.keys(TEXTS.ko).filter((key) => key.startsWith('error.auth_error_'));
    expect(keys.toSorted()).toEqual(CODES.map((code) => `error.auth_error_${code}`).toSorted());
  });

  it('numbers the codes of each family without gaps', () => {
    const families = Map.groupBy(CODES, (code) => code.slice(0, 3));
    for (const [family, codes] of families) {
      const numbered = codes.map((_code, index) => (index === 0 ? family : `${family}_${index}`));
      expect(codes.toSorted()).toEqual(numbered.toSorted());
    }
    expect([...families.keys()].toSorted()).toEqual(
      Array.from({ length: 19 }, (_, index) => String(index).padStart(3, '0')),
    );
  });

  it.each(LANGUAGES)('has a different text for every code in %s', (language) => {
    const texts = CODES.map((code) => textOf(language, code));
    expect(texts.filter((text) => text === 'from the server')).toEqual([]);
    expect(new Set(texts).size).toBe(CODES.length);
  });

  it.each(LANGUAGES)('has no placeholder and no unsettled particle in a text in %s', (language) => {
    for (const code of CODES)
      expect(textOf(language, code)).not.toMatch(/[{}<>]|[을이은과]\([를가는와]\)|\([으이]\)/);
  });

  it.each(LANGUAGES)('has a full stop at the end of every text in %s', (language) => {
    expect(Object.values(TEXTS[language]).filter((text) => !/[.}]$/.test(text))).toEqual([]);
  });

  it('has the 해요 style in every Korean sentence', () => {
    expect(Object.values(TEXTS.ko).filter((text) => /(?<!요)\./.test(text) || !text.endsWith('요.'))).toEqual(
      [],
    );
  });

  it('inserts the counters of a wrong password only when the answer has them', () => {
    expect(textOf('en', '001', { failCount: 2, maxCount: 5 })).toBe(
      'The password does not match. After 3 more wrong attempts this method is locked. Check it and try again.',
    );
    expect(textOf('en', '001', {})).toBe('The password does not match. Check it and try again.');
    expect(textOf('ko', '001', { failCount: 2, maxCount: 5 })).toBe(
      '비밀번호가 일치하지 않아요. 3번\u00a0더 틀리면 이\u00a0방법이 잠겨요. 확인하고 다시 입력해 주세요.',
    );
    expect(textOf('ko', '001', {})).toBe('비밀번호가 일치하지 않아요. 확인하고 다시 입력해 주세요.');
  });

  it('inserts the remaining entries of a wrong code only when the answer has them', () => {
    expect(textOf('en', '005_1', { failCount: 4, maxCount: 5 })).toBe(
      'The authentication code does not match. After 1 more wrong entry it no longer works. Check it and enter it again.',
    );
    expect(textOf('ko', '005_1', { failCount: 3, maxCount: 5 })).toBe(
      '인증번호가 일치하지 않아요. 2번\u00a0더 틀리면 이 인증번호를 사용할 수 없어요. 확인하고 다시 입력해 주세요.',
    );
    expect(textOf('en', '005_1', {})).toBe(
      'The authentication code does not match. Check it and enter it again.',
    );
  });

  it.each([
    [
      { failCount: 5, maxCount: 5, minutes: 30 },
      '비밀번호를 5번 틀려 이 방법이 잠겼어요. 잠긴 지 30분이 지난 뒤 다시 시도하거나 관리자에게 잠금 해제를 요청해 주세요.',
      'This method is locked after 5 wrong passwords. Try again 30 minutes after it was locked, or ask your administrator to unlock it.',
    ],
    [
      { failCount: 5, maxCount: 5, minutes: 0 },
      '비밀번호를 5번 틀려 이 방법이 잠겼어요. 관리자에게 잠금 해제를 요청해 주세요.',
      'This method is locked after 5 wrong passwords. Ask your administrator to unlock it.',
    ],
    [
      {},
      '계정이 잠겼어요. 관리자에게 잠금 해제를 요청해 주세요.',
      'This account is locked. Ask your administrator to unlock it.',
    ],
  ])('describes a lock with the values %j', (details, ko, en) => {
    expect(textOf('ko', '001_1', details)).toBe(ko);
    expect(textOf('en', '001_1', details)).toBe(en);
  });

  it('names push or QR only for an approval on its own screen', () => {
    expect(textOf('ko', '010_3', { way: 'push' })).toBe('푸시 인증 시간이 지났어요. 다시 요청해 주세요.');
    expect(textOf('en', '010_3', { way: 'qr' })).toBe('QR authentication timed out. Request it again.');
    expect(textOf('ko', '010_3', {})).toBe('푸시 또는 QR 인증 시간이 지났어요. 다시 요청해 주세요.');
  });

  it.each(LANGUAGES)('has the number of tries of a temporary code only once in %s', (language) => {
    expect(textOf(language, '004_3', { failCount: 5, maxCount: 5 }).match(/5/g)).toHaveLength(1);
  });

  it.each(LANGUAGES)('inserts counters and the method name in %s', (language) => {
    expect(textOf(language, '005_5')).toMatch(/3.*5|5.*3/);
    expect(textOf(language, '005_6')).toMatch(/3.*5|5.*3/);
    expect(textOf(language, '015_2')).toContain('SMS');
  });

  it.each(LANGUAGES)('has a complete text in %s for every code without values', (language) => {
    const inactivates = { ko: /사용(이 중지|할 수 없)/, en: /inactivated/ }[language];
    for (const code of ['005_5', '005_6']) expect(textOf(language, code, {})).toMatch(inactivates);
    for (const code of CODES)
      expect(textOf(language, code, {})).not.toMatch(/[{}]|untold|undefined|from the server|(?<!\d)0(번| )/);
  });

  it.each(LANGUAGES)('has a text in %s for each reason, which replaces the text of the code', (language) => {
    for (const reason of ERROR_REASONS) {
      expect(textOf(language, '010', { reason })).toBe(
        settleParticles(TEXTS[language][`error.reason.${reason}`] ?? ''),
      );
    }
    expect(textOf(language, '010', { reason: 'unknown' })).toBe(textOf(language, '010', {}));
  });

  it.each([
    ['error.auth_error_017', 'No access permission for Admin Portal.'],
    ['error.auth_error_017_1', 'Inactive administrator.'],
    ['error.already_mobileapp', 'User already has a cube login app registered.'],
  ])('begins the text %s with the words of the specification', (key, text) => {
    expect(TEXTS.en[key]?.startsWith(text)).toBe(true);
  });
});
