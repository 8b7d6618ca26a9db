import { describe, expect } from 'vitest';
import { requestPageAddress } from '#server/http/page/request-page.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { type FormServer, startFormServer } from '#tests/support/server/form-server.ts';
import { sendPasswordLink } from '#tests/support/server/passwords.ts';
import { NOON } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { codeAt, codeNow, touch } from './methods/device-codes.ts';

const { lee, park, hong } = SEEDED_DEVICES;

/** Expects that the page returns to the service, and that exactly this person has signed in. */
const expectSignedIn = ({ engine, form }: FormServer, userId: string): void => {
  expect(form.externalAddress).toContain('/oauth2/authorize/');
  expect(engine.finishedRequests.map(({ login }) => login.userId)).toEqual([userId]);
};

const test = testWithSetup(startFormServer);

describe('after a wrong code a person signs in', () => {
  test.for([
    ['임시 코드', 'HANBIT27', '임시 코드가 일치하지 않아요.'],
    ['OTP 카드', codeAt(lee.otpCard.secret, 0), '인증번호가 일치하지 않아요.'],
    ['보안 키(YubiKey)', touch(lee.yubikeyFirst, 1, 0), '보안 키'],
    ['모바일 앱 OTP', codeNow(lee.mobileApp.secret, NOON), '인증번호가 일치하지 않아요.'],
  ] as const)('by %s', async ([method, code, refusal], { setup: server }) => {
    const { form } = server;
    await server.identify('lee');
    await form.press(method);
    await form.press('로그인', { code: '999999' });
    expect(form.text).toContain(refusal);
    await form.press('확인');
    await form.press('로그인', { code });
    expectSignedIn(server, 'lee');
  });
});

describe('a sent code', () => {
  test.for([
    ['lee', '사내 메일', ['inmail']],
    ['lee', '개인 메일', ['exmail']],
    ['song', null, ['sms', 'inmail']],
    ['yang', null, ['sms', 'exmail']],
    ['ahn', null, ['inmail', 'exmail']],
  ] as const)(
    'for %s (%s) is sent by %j, and the person signs in with it',
    async ([userId, method, channels], { setup: server }) => {
      const { form, outbox } = server;
      await server.identify(userId);
      if (method) await form.press(method);
      await form.press('인증번호 받기');
      expect(outbox.list().map(({ channel }) => channel)).toEqual(channels);
      const formData = form.formOf('로그인', { code: server.newestCode() });
      await form.post(formData);
      await form.post(formData);
      expectSignedIn(server, userId);
    },
  );

  test('is sent once when the form is posted twice, and can be sent again after a minute', async () => {
    const { form, identify, outbox, wait } = await startFormServer();
    await identify('lee');
    await form.press('SMS');
    const formData = form.formOf('인증번호 받기');
    await form.post(formData);
    await form.post(formData);
    await form.reload();
    expect(outbox.list()).toHaveLength(1);
    wait(61_000);
    await form.press('인증번호 다시 받기');
    expect(outbox.list()).toHaveLength(2);
  });

  test('that has expired is reported', async ({ setup: { form, identify, newestCode, wait } }) => {
    await identify('lee');
    await form.press('SMS');
    await form.press('인증번호 받기');
    const formData = form.formOf('로그인', { code: newestCode() });
    wait(301_000);
    await form.post(formData);
    expect(form.externalAddress).toBeNull();
    expect(form.text).toContain('인증번호가 만료됐어요.');
  });
});

test('"Always Use" and "Send Automatically" are stored: the next sign-in opens the method and sends its code', async ({
  setup: server,
}) => {
  const { form, outbox, newestCode } = server;
  await server.identify('lee');
  await form.press('SMS');
  await form.press('인증번호 받기');
  await form.press('로그인', { code: newestCode(), always: 'on', alwaysSend: 'on' });
  await form.open('/logout');
  form.externalAddress = null;
  await server.identify('lee');
  expect([form.heading, outbox.list().length]).toEqual(['SMS', 2]);
  expect(form.html).toMatch(/name="always"[^>]*checked|checked[^>]*name="always"/);
  await form.press('로그인', { code: newestCode(), always: '', alwaysSend: '' });
  await form.open('/logout');
  form.externalAddress = null;
  await server.identify('lee');
  expect(form.heading).toBe('인증 방법 선택');
});

test('a person signs in with the password gate, then an OTP card', async ({ setup: server }) => {
  const { form } = server;
  await server.identify('hong');
  await form.press('다음', { password: 'wrong' });
  await form.press('확인');
  await form.press('다음', { password: SEED_PASSWORD });
  await form.press('OTP 카드');
  await form.press('로그인', { code: codeNow(hong.otpCard.secret, NOON) });
  expectSignedIn(server, 'hong');
});

describe('a second step', () => {
  test.for([
    ['OTP 카드', () => codeAt(park.otpCard.secret, 0)],
    ['모바일 앱 OTP', () => codeNow(park.mobileApp.secret, NOON)],
    ['사내 메일', null],
  ] as const)(
    'by %s completes the sign-in, after a wrong code',
    async ([token, codeOf], { setup: server }) => {
      const { form } = server;
      await server.identify('park');
      await form.press('로그인', { password: SEED_PASSWORD });
      await form.press(token);
      const code = codeOf?.() ?? server.newestCode();
      await form.press('로그인', { code: '999999' });
      expect(form.text).toContain('일치하지 않아요.');
      await form.press('확인');
      await form.press('로그인', { code });
      expectSignedIn(server, 'park');
    },
  );
});

test('a forgotten password is reset by a push', async ({ setup: server }) => {
  const { form } = server;
  await server.identify('lee');
  await form.press('비밀번호');
  await form.press('비밀번호를 잊으셨나요?');
  await form.press('이 방법으로 확인', { method: '10' });
  await form.press('다음', { lastName: '이', firstName: '도윤', info: '010-3456-7890' });
  await form.press('푸시 요청');
  await server.approvePush('lee');
  await form.press('저장', { newPassword: 'Neues!Wort9', confirmPassword: 'Neues!Wort9' });
  expect(form.heading).toBe('비밀번호 입력');
  await form.press('로그인', { password: 'Neues!Wort9' });
  expectSignedIn(server, 'lee');
});

describe('a password link', () => {
  const openLink = async (userId: string, kind: 'create' | 'change') => {
    const server = await startFormServer();
    await sendPasswordLink(server, userId, kind);
    const link = new URL(/https?:\S+/.exec(server.outbox.list({ userId }).at(-1)?.text ?? '')?.[0] ?? '');
    const linkAddress = link.pathname + link.search;
    await server.form.open(linkAddress);
    return { ...server, linkAddress };
  };

  test('creates a password after the identity check', async () => {
    const { form, newestCode } = await openLink('bong', 'create');
    await form.press('다음', { username: 'kim' });
    expect(form.text).toContain('아이디');
    await form.press('다음', { username: 'bong' });
    await form.press('이 방법으로 확인', { method: '2' });
    await form.press('다음', { lastName: '봉', firstName: '수아', info: 'bong@hanbit.example' });
    await form.press('인증번호 받기');
    await form.press('만들기', { code: newestCode() });
    await form.press('다음', { question: 'book', answer: '어린 왕자' });
    await form.press('저장', { newPassword: 'Neues!Wort9', confirmPassword: 'Neues!Wort9' });
    expect(form.externalAddress).toBe('http://localhost:8081/service/login');
  });

  test('changes a password after the question, and works only once', async () => {
    const { form, linkAddress } = await openLink('gil', 'change');
    await form.press('다음', { username: 'gil' });
    await form.press('다음', { method: 'questions' });
    await form.press('다음', { answer: '제주도' });
    await form.press('저장', { newPassword: 'Neues!Wort9', confirmPassword: 'Neues!Wort9' });
    await form.open(linkAddress);
    await form.press('다음', { username: 'gil' });
    expect(form.text).toContain('링크');
    expect(form.buttons).not.toContain('저장');
  });
});

describe('a feature that needs a script says so and links back', () => {
  test.for([
    ['패스키', '/first/management?type=12'],
    ['인증 수단 관리', '/first/management'],
  ] as const)('%s', async ([button, address], { setup: { form, identify } }) => {
    await identify('lee');
    await form.press(button);
    expect(form.address).toBe(address);
    expect(form.text).toContain('자바스크립트');
    expect(form.html).toContain('href="/first"');
  });
});

test('an expired session restarts with a message', async ({ setup: { form, identify, wait, engine } }) => {
  await identify('kim');
  const formData = form.formOf('로그인', { password: SEED_PASSWORD });
  wait(24 * 60 * 60_000);
  await form.post(formData);
  expect([form.externalAddress, form.heading, engine.finishedRequests]).toEqual([null, '로그인', []]);
});

test('all texts of a sign-in are in one language', async ({ setup: { form, engine, newestCode } }) => {
  await form.open(requestPageAddress(engine.beginRequest()));
  await form.press('English');
  for (const [button, fields] of [
    ['Next', { username: 'lee' }],
    ['SMS', {}],
    ['OTP Sending', {}],
    ['Login', { code: '000000' }],
    ['OK', {}],
  ] as const) {
    await form.press(button, fields);
    expect(form.text.replace('한국어', '')).not.toMatch(/[가-힣]/);
  }
  await form.press('Login', { code: newestCode() });
  expect(form.externalAddress).toContain('/oauth2/authorize/');
});
