import { describe, expect, test } from 'vitest';
import { readCatalogues } from '#atlas/charts/texts.ts';
import { readWords } from '#atlas/words/read.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { project } from '#tests/support/project.ts';
import { pathEventText, variantText } from '#tools/atlas/value-labels.ts';

const words = { texts: readCatalogues(project), codes: ERROR_CATALOGUE, words: readWords(project) };
const variant = (...values: readonly string[]) => [
  variantText(values, 'ko', words),
  variantText(values, 'en', words),
];

describe('the text of a variant', () => {
  test('has its values, and is empty for the default variant', () => {
    expect(variant('failure: null', 'otherTabUserId: lee', 'isCancelled: false')).toEqual([
      '다른 탭에서 로그인: “lee”',
      'login in another tab: “lee”',
    ]);
    expect(variant('failure: null', 'isCancelled: false', 'remark: ')).toEqual(['', '']);
  });

  test('has the text of a message, the name of a method and of a state', () => {
    expect(variant('problem: info.enter.id')).toEqual(['아이디를 입력해 주세요.', 'Enter your ID.']);
    expect(variant('tokenCode: 10', 'state: {"push":{"running":"staying","idle":"expired"}}')).toEqual([
      '푸시 · 머무는 중, 시간 초과',
      'Push · staying, expired',
    ]);
  });

  test('has a failure with its code and meaning', () => {
    const refusal = [
      'failure.kind: rejected',
      'failure.status: 404',
      'failure.code: 000',
      'failure.message: ',
    ];
    expect(variant(...refusal)[1]).toBe('refused by the server: 000 user does not exist');
    expect(variant('failure.kind: rejected', 'failure.status: 500', 'failure.code: ')[1]).toBe(
      'refused by the server (500)',
    );
  });

  test('has the states of the tiles of the chooser', () => {
    expect(variant('sms: Y', 'push: L (license)', 'otpCard: D (noContact)', 'passkey: X')[1]).toBe(
      'available: SMS · blocked by the licence: Push · disabled (no contact): OTP card · hidden: Passkey',
    );
  });
});

test('the label of an event leaves out values that all answers have', () => {
  const event = {
    type: 'xstate.done.actor.poll',
    actorId: 'poll',
    output: { ok: false, failure: { kind: 'unreachable' } },
  };
  expect(pathEventText({ to: 'otp', event }, 'ko', words)).toBe('응답 없음');
  const routeRequest = { type: 'route.requested', address: '/first' };
  expect(pathEventText({ to: 'portal', event: routeRequest }, 'en', words)).toBe('address: “/first”');
});
