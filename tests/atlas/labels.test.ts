import { describe, expect, test } from 'vitest';
import { readCatalogues } from '#atlas/charts/texts.ts';
import { readWords } from '#atlas/words/read.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { project } from '#tests/support/project.ts';
import { lookText, pathEventText } from '#tools/atlas/value-labels.ts';

const words = { texts: readCatalogues(project), codes: ERROR_CATALOGUE, words: readWords(project) };
const look = (...values: readonly string[]) => [lookText(values, 'ko', words), lookText(values, 'en', words)];

describe('a look is told', () => {
  test('by what is there, and by nothing when it is the plain one', () => {
    expect(look('failure: null', 'otherLogin: lee', 'isCancelled: false')).toEqual([
      '다른 탭에서 로그인: “lee”',
      'login in another tab: “lee”',
    ]);
    expect(look('failure: null', 'isCancelled: false', 'remark: ')).toEqual(['', '']);
  });

  test('by the text of its message, the name of its method, and its state', () => {
    expect(look('problem: info.enter.id')).toEqual(['아이디를 입력해 주세요.', 'Enter your ID.']);
    expect(look('tokenCode: 10', 'state: {"push":{"running":"staying","idle":"expired"}}')).toEqual([
      '푸시 · 머무는 중, 시간 초과',
      'Push · staying, expired',
    ]);
  });

  test('by what has failed, with the code and its meaning', () => {
    const refused = [
      'failure.kind: rejected',
      'failure.status: 404',
      'failure.code: 000',
      'failure.message: ',
    ];
    expect(look(...refused)[1]).toBe('refused by the server: 000 user does not exist');
    expect(look('failure.kind: rejected', 'failure.status: 500', 'failure.code: ')[1]).toBe(
      'refused by the server (500)',
    );
  });

  test('on the chooser by the states of its tiles', () => {
    expect(look('sms: Y', 'push: L (license)', 'otpCard: D (noContact)', 'passkey: X')[1]).toBe(
      'available: SMS · blocked by the licence: Push · disabled (no contact): OTP card · hidden: Passkey',
    );
  });
});

test('what happens on a path is told without what tells nothing', () => {
  const event = {
    type: 'xstate.done.actor.look',
    actorId: 'look',
    output: { ok: false, failure: { kind: 'unreachable' } },
  };
  expect(pathEventText({ to: 'otp', event }, 'ko', words)).toBe('응답 없음');
  const asked = { type: 'route.requested', address: '/first' };
  expect(pathEventText({ to: 'portal', event: asked }, 'en', words)).toBe('address: “/first”');
});
