import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleParticles } from '#i18n/particles.ts';
import { PROPERTY_RUNS } from '#tests/support/test-all.ts';

describe('the particle after a consonant, a vowel and ㄹ', () => {
  it.each([
    ['을(를)', '책을', '나무를', '물을'],
    ['이(가)', '책이', '나무가', '물이'],
    ['은(는)', '책은', '나무는', '물은'],
    ['과(와)', '책과', '나무와', '물과'],
    ['(으)로', '책으로', '나무로', '물로'],
    ['(이)에요', '책이에요', '나무예요', '물이에요'],
    ['(이)라고', '책이라고', '나무라고', '물이라고'],
    ['(이)라는', '책이라는', '나무라는', '물이라는'],
    ['(이)라면', '책이라면', '나무라면', '물이라면'],
    ['(이)나', '책이나', '나무나', '물이나'],
    ['(이)며', '책이며', '나무며', '물이며'],
  ])('%s', (written, consonant, vowel, rieul) => {
    expect(['책', '나무', '물'].map((noun) => settleParticles(noun + written))).toEqual([
      consonant,
      vowel,
      rieul,
    ]);
  });
});

describe('the particle', () => {
  it.each([
    ...['0', '3', '6', '10', '2030', '16'].map((text) => [text, '을', '으로']),
    ...['1', '7', '8', '21', '108'].map((text) => [text, '을', '로']),
    ...['2', '4', '5', '9', '365', '012', '50%'].map((text) => [text, '를', '로']),
  ])('follows the reading of the digits %s', (text, object, direction) => {
    expect(settleParticles(`${text}을(를) ${text}(으)로`)).toBe(`${text}${object} ${text}${direction}`);
  });

  it.each([
    ...['OTP', 'SMS', 'ID', 'PC', 'FIDO', 'OIDC', 'HTTPS', 'A'].map((text) => [text, '를', '로']),
    ...['QR', 'URL', 'SAML', 'HTML', 'L', 'kr'].map((text) => [text, '을', '로']),
    ...['VPN', 'PIN', 'CRM', 'M', 'n'].map((text) => [text, '을', '으로']),
  ])('follows the name of the last letter of %s', (text, object, direction) => {
    expect(settleParticles(`${text}을(를) ${text}(으)로`)).toBe(`${text}${object} ${text}${direction}`);
  });

  it.each([
    ...['YubiKey', 'Naver', 'NAVER', 'KAKAO', 'Notion Service', 'Office', 'Server', 'GitHub', 'Dropbox'],
    ...['Zendesk', 'Link', 'Microsoft', 'Site', 'Cloud', 'Drive', 'Teams', 'Wiki', 'YouTube', 'Acme', 'me'],
  ])('follows the vowel at the end of %s', (text) => {
    expect(settleParticles(`${text}을(를) ${text}(으)로`)).toBe(`${text}를 ${text}로`);
  });

  it.each([...['Google', 'Apple', 'Mail', 'Gmail', 'Excel', 'Portal', 'Mobile', 'Profile', 'Wall', 'Girl']])(
    'follows the ㄹ at the end of %s',
    (text) => {
      expect(settleParticles(`${text}을(를) ${text}(으)로`)).toBe(`${text}을 ${text}로`);
    },
  );

  it.each([
    ...['Zoom', 'Admin', 'Notion', 'Line', 'Home', 'Chrome', 'Game', 'Banking', 'Form', 'Design', 'a.com'],
    ...['Slack', 'Facebook', 'Outlook', 'App', 'Map', 'Web', 'Chat', 'Internet', 'Wallet', 'Public', 'Group'],
  ])('follows the consonant at the end of %s', (text) => {
    expect(settleParticles(`${text}을(를) ${text}(으)로`)).toBe(`${text}을 ${text}으로`);
  });

  it.each([
    ['‘문서’을(를)', '‘문서’를'],
    ['"메일"이(가)', '"메일"이'],
    ['「문서함」은(는)', '「문서함」은'],
    ['보안 키(YubiKey)을(를)', '보안 키(YubiKey)를'],
    ['메일 (Mail Service)은(는)', '메일 (Mail Service)은'],
    ['패스키(FIDO2)(으)로', '패스키(FIDO2)로'],
    ['(문서)을(를)', '(문서)를'],
    ['[공지]과(와)', '[공지]와'],
    ['(주)한빛.은(는)', '(주)한빛.은'],
    ['"서울(본사)"(으)로', '"서울(본사)"로'],
  ])('follows the word inside of brackets, quotes and full stops: %s', (written, read) => {
    expect(settleParticles(written)).toBe(read);
  });

  it.each(['을(를) 선택', 'k***을(를)', '東京(으)로', '😀이(가)', '문서 을(를)', 'ㅋ은(는)'])(
    'keeps both forms when the reading is unknown: %s',
    (text) => {
      expect(settleParticles(text)).toBe(text);
    },
  );
});

describe('a sentence with particles', () => {
  it('has each particle in the form for its word', () => {
    expect(settleParticles('문지기이(가) 메일과(와) 앱(으)로 홍길동을(를) 확인해요')).toBe(
      '문지기가 메일과 앱으로 홍길동을 확인해요',
    );
  });

  it('is unchanged when it has no particle in both forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/\([가-힣]{1,2}\)/.test(text));
        expect(settleParticles(text)).toBe(text);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('has the right form after every Hangul syllable', () => {
    const wrong = Array.from({ length: 0xd7a4 - 0xac00 }, (_, index) =>
      String.fromCharCode(0xac00 + index),
    ).filter((syllable) => {
      const final = syllable.normalize('NFD').charAt(2);
      const particle = final === '' || final === '\u11af' ? '로' : '으로';
      return settleParticles(`${syllable}(으)로`) !== syllable + particle;
    });
    expect(wrong).toEqual([]);
  });
});
