import { expect, test } from 'vitest';
import { requestPageOf } from '#server/http/page/request-page.ts';
import { drawFirstScreen, visitPortal } from '#src/server-portal.tsx';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { FormBrowser } from '#tests/support/server/form-browser.ts';
import { testServer, testSite } from '#tests/support/server/server.ts';

async function formServer(file = {}) {
  const engine = fakeEngine();
  const server = await testServer(file, engine, {}, undefined, testSite({ draw: drawFirstScreen, visit: visitPortal }));
  const form = new FormBrowser(server.browser());
  return { ...server, engine, form, begin: () => form.open(requestPageOf(engine.begin())) };
}

test('somebody signs in with ID and password', async () => {
  const { form, begin } = await formServer();
  await begin();
  expect(form.heading).toBe('로그인');
  await form.press('다음', { username: 'kim' });
  expect(form.heading).toBe('비밀번호');
  await form.press('로그인', { password: 'wrong' });
  console.log(form.address, form.text, form.buttons);
  await form.press('확인');
  console.log(form.address, form.text, form.buttons);
});
