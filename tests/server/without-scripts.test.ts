import { describe, expect, test } from 'vitest';
import { requestPageOf } from '#server/http/page/request-page.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { drawFirstScreen, visitPortal } from '#src/server-portal.tsx';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { FormBrowser } from '#tests/support/server/form-browser.ts';
import { phoneOf } from '#tests/support/server/push.ts';
import { testServer, testSite } from '#tests/support/server/server.ts';

const SITE = testSite({ draw: drawFirstScreen, visit: visitPortal });

async function formServer(file = {}) {
  const engine = fakeEngine();
  const server = await testServer(file, engine, {}, undefined, SITE);
  const form = new FormBrowser(server.browser());
  const code = () => /\d{6}/.exec(server.outbox.list().at(-1)?.text ?? '')?.[0] ?? '';
  return {
    ...server,
    engine,
    form,
    code,
    begin: () => form.open(requestPageOf(engine.begin())),
    async identify(username: string) {
      await form.open(requestPageOf(engine.begin()));
      await form.press('다음', { username });
    },
  };
}

test('somebody signs in with ID and password, after a wrong one', async () => {
  const { form, identify, engine } = await formServer();
  await identify('kim');
  expect(form.heading).toBe('비밀번호 입력');
  expect(form.address).toBe('/first/auth?type=pw');
  await form.press('로그인', { password: 'wrong' });
  expect(form.text).toContain('로그인하지 못했어요');
  await form.press('확인');
  expect(form.text).not.toContain('로그인하지 못했어요');
  await form.press('로그인', { password: SEED_PASSWORD });
  expect(form.leftTo).toBe('http://localhost:8080/oauth2/authorize/request-1');
  expect(engine.finished.map(({ login }) => login.userId)).toEqual(['kim']);
});

test('the ID that nobody has, and none at all, are told at the field', async () => {
  const { form, begin } = await formServer();
  await begin();
  await form.press('다음', { username: '' });
  expect(form.text).toContain('아이디를 입력해 주세요.');
  await form.press('다음', { username: 'nobody' });
  expect(form.text).toContain('존재하지 않는 사용자예요.');
  expect(form.html).toContain('value="nobody"');
});

test('a code by SMS, after a wrong one; its end is a time of day', async () => {
  const { form, identify, code, engine } = await formServer();
  await identify('lee');
  expect(form.heading).toBe('인증 방법 선택');
  await form.press('SMS');
  await form.press('인증번호 받기');
  expect(form.text).toContain('12:05까지');
  await form.press('로그인', { code: '000000' });
  expect(form.text).toContain('인증번호가 일치하지 않아요.');
  await form.press('확인');
  await form.press('로그인', { code: code(), always: 'on' });
  expect(form.leftTo).toContain('/oauth2/authorize/');
  expect(engine.finished.map(({ login }) => login.userId)).toEqual(['lee']);
});

test('a second step', async () => {
  const { form, identify, code, engine } = await formServer();
  await identify('park');
  await form.press('로그인', { password: SEED_PASSWORD });
  console.log(1, form.address, form.text, form.buttons);
  if (form.buttons.includes('인증번호 받기')) {
  await form.press('인증번호 받기');
  await form.press('로그인', { code: code() });
  console.log(2, form.address, form.text, form.leftTo);
  }
});

test('push', async () => {
  const server = await formServer();
  const { form, identify } = server;
  await identify('lim');
  console.log(form.address, form.text, form.buttons);
  await form.press('푸시');
  console.log(form.address, form.text, form.buttons);
  await form.press('푸시 요청');
  console.log(form.address, form.text, form.buttons, /noscript.*?noscript/.exec(form.html)?.[0]);
  const phone = phoneOf(server, 'lim');
  const [push] = await phone.pushes();
  for (const c of push?.choices ?? []) if (form.text.replaceAll(' ', '').includes(c)) console.log(await phone.approve(push?.id ?? '', c));
  server.wait(2000);
  await form.reload();
  console.log(form.address, form.text, form.leftTo);
});

test('qr', async () => {
  const { form, begin } = await formServer();
  await begin();
  await form.press('QR 스캔으로 로그인');
  console.log(form.address, form.text, form.buttons, form.html.slice(form.html.indexOf('<main'), 3000));
});

test('forgot', async () => {
  const { form, identify, code } = await formServer();
  await identify('gil');
  await form.press('비밀번호를 잊으셨나요?');
  console.log(form.address, form.text, form.buttons);
  await form.press('다음', { username: 'gil' });
  console.log(form.address, form.text, form.buttons);
  await form.press('다음', { method: 'questions' });
  console.log(form.address, form.text, form.buttons);
  await form.press('다음', { answer: '제주도' });
  console.log(form.address, form.text, form.buttons);
  await form.press('저장', { newPassword: 'Neues!Wort9', confirmPassword: 'Neues!Wort9' });
  console.log(form.address, form.text, form.buttons, form.leftTo);
});

test('expired', async () => {
  const { form, identify } = await formServer();
  await identify('seo');
  await form.press('로그인', { password: SEED_PASSWORD });
  console.log(form.address, form.text, form.buttons);
  await form.press('저장', { newPassword: 'Neues!Wort9', confirmPassword: 'Neues!Wort9' });
  console.log(form.address, form.text, form.buttons, form.leftTo);
});

test('language', async () => {
  const { form, identify } = await formServer();
  await identify('kim');
  await form.press('English');
  console.log(form.address, form.text, form.title, form.browser.cookieHeader);
  await form.press('Sign in', { password: 'x' });
  console.log(form.address, form.text, form.title);
});

test('error and others', async () => {
  const { form } = await formServer();
  for (const a of ['/error?reason=notExists', '/', '/first/select', '/password?ak=abc', '/password/forgot', '/authenticated', '/first/management', '/nowhere', '/logout']) {
    await form.open(a);
    console.log(a, form.address, form.text, form.buttons.slice(2));
  }
});
