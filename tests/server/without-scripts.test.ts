import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { runPortal } from '#src/server-portal.tsx';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { FormBrowser } from '#tests/support/server/form-browser.ts';
import { startFormServer } from '#tests/support/server/form-server.ts';
import { PUBLIC_URL, type TestServer } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';

const failuresOf = async ({ storage }: TestServer['portal'], userId: string) =>
  (await storage.prepare('SELECT failures FROM attempts WHERE user_id = ?').get(userId))?.['failures'];

const test = testWithSetup(startFormServer);

test('a person signs in with ID and password, after a wrong one', async () => {
  const { form, identify, engine } = await startFormServer();
  await identify('kim');
  expect(form.heading).toBe('비밀번호 입력');
  expect(form.address).toBe('/first/auth?type=pw');
  await form.press('로그인', { password: 'wrong' });
  expect(form.text).toContain('로그인하지 못했어요');
  await form.press('확인');
  expect(form.text).not.toContain('로그인하지 못했어요');
  await form.press('로그인', { password: SEED_PASSWORD });
  expect(form.externalAddress).toBe('http://localhost:8080/oauth2/authorize/request-1');
  expect(engine.finishedRequests.map(({ login }) => login.userId)).toEqual(['kim']);
});

test.each(['the ID entry', 'the password'])('somebody declines the request at %s', async (at) => {
  const { form, identify, beginRequest, engine } = await startFormServer();
  if (at === 'the password') await identify('kim');
  else await beginRequest();
  await form.press('취소하고 서비스로 돌아가기');
  expect(form.externalAddress).toBe('http://localhost:8080/oauth2/authorize/request-1');
  expect(engine.declinedRequests).toEqual(['request-1']);
  expect(engine.finishedRequests).toEqual([]);
});

test('a post makes the call of its form, and the page after it requests the data of its screen', async () => {
  const calls: string[] = [];
  const { beginRequest, form } = await startFormServer({}, (request) =>
    runPortal({
      ...request,
      send(call) {
        calls.push(`${request.form ? 'post' : 'page'}: ${call.method} ${call.path}`);
        return request.send(call);
      },
    }),
  );
  await beginRequest();
  await form.press('다음', { username: 'lee' });
  expect(calls).toEqual(['post: POST /auth/policy/check', 'page: GET /data/sso/authenticator/lee']);
});

test('a visit does not poll while a call waits for its answer', async () => {
  /** For each call, the number of immediates that the visit has set while the call waited. */
  const immediateCounts: number[] = [];
  const { identify } = await startFormServer({}, (request) =>
    runPortal({
      ...request,
      async send(call) {
        await nextIteration();
        const setImmediate = vi.spyOn(globalThis, 'setImmediate');
        for (let iteration = 0; iteration < 5; iteration += 1) await nextIteration();
        immediateCounts.push(setImmediate.mock.calls.length);
        setImmediate.mockRestore();
        return request.send(call);
      },
    }),
  );
  await identify('kim');
  expect(immediateCounts.length).toBeGreaterThan(0);
  expect(immediateCounts.every((count) => count <= 1)).toBe(true);
});

test('the look-up of the IP address stays pending for a page with scripts', async () => {
  const { identify, form, portal } = await startFormServer();
  await identify('kim');
  const session = await portal.sessions.open(form.browser.cookieHeader);
  const screen = session && (await portal.screens.find(session));
  expect(screen?.snapshot).toMatchObject({ children: { lookUpIp: { snapshot: { status: 'active' } } } });
});

test('the brand and the notice of the service are on its screens', async () => {
  const notice = { ko: '점검 안내', en: 'Maintenance' };
  const branding = { logo: '/brand/mail.svg', colors: { accent: '#0a6644' } };
  const { form, identify, beginRequest } = await startFormServer({
    clients: [
      serviceOf('demo-oidc', { initiateLoginUri: 'https://mail.example/', displayContent: notice, branding }),
    ],
  });
  const brand = () => ({
    colors: /<style id="munjigi-brand">(.*?)<\/style>/.exec(form.html)?.[1],
    hasLogo: form.html.includes('src="/brand/mail.svg"'),
  });
  const brandOfService = { colors: ':root{--accent:#0a6644}', hasLogo: true };
  await beginRequest();
  expect([brand(), form.text.includes(notice.ko)]).toEqual([brandOfService, true]);
  await form.press('다음', { username: '' });
  expect([brand(), form.text.includes(notice.ko)]).toEqual([brandOfService, true]);
  await identify('kim');
  expect([form.heading, brand()]).toEqual(['비밀번호 입력', brandOfService]);
});

test('an unknown and an empty ID are reported at the field', async ({ setup: { form, beginRequest } }) => {
  await beginRequest();
  await form.press('다음', { username: '' });
  expect(form.text).toContain('아이디를 입력해 주세요.');
  await form.press('다음', { username: 'nobody' });
  expect(form.text).toContain('존재하지 않는 사용자예요.');
  expect(form.html).toContain('value="nobody"');
});

test('a code by SMS, after a wrong one, shows its expiry as a time of day', async () => {
  const { form, identify, newestCode, engine } = await startFormServer();
  await identify('lee');
  expect(form.heading).toBe('인증 방법 선택');
  await form.press('SMS');
  await form.press('인증번호 받기');
  expect(form.text).toContain('12:05까지');
  await form.press('로그인', { code: '000000' });
  expect(form.text).toContain('인증번호가 일치하지 않아요.');
  await form.press('확인');
  await form.press('로그인', { code: newestCode(), always: 'on' });
  expect(form.externalAddress).toContain('/oauth2/authorize/');
  expect(engine.finishedRequests.map(({ login }) => login.userId)).toEqual(['lee']);
});

test('a person signs in with another token of the second step, and makes it the default', async ({
  setup: { form, identify, newestCode, engine },
}) => {
  await identify('park');
  await form.press('로그인', { password: SEED_PASSWORD });
  expect(form.address).toBe('/second');
  await form.press('사내 메일');
  expect(form.text).toContain('사내 메일 · 사용 중');
  await form.press('로그인', { code: newestCode(), saveDefault: 'on' });
  expect(engine.finishedRequests.map(({ login }) => login.userId)).toEqual(['park']);
  expect(form.externalAddress).toContain('/oauth2/authorize/');
});

test('the page of a push polls by reloading itself', async ({ setup: server }) => {
  const { form, identify } = server;
  await identify('lim');
  await form.press('푸시');
  await form.press('푸시 요청');
  expect(form.html).toContain('<noscript><meta http-equiv="refresh" content="3"></noscript>');
  await server.approvePush('lim');
  expect(form.externalAddress).toContain('/oauth2/authorize/');
});

test('an unanswered push expires', async ({ setup: { form, identify, wait } }) => {
  await identify('lim');
  await form.press('푸시');
  await form.press('푸시 요청');
  wait(61_000);
  await form.reload();
  expect(form.text).toContain('푸시 다시 요청');
  expect(form.html).not.toContain('<dialog open');
});

test('a QR code is a picture without a script', async ({ setup: { form, beginRequest } }) => {
  await beginRequest();
  await form.press('QR 스캔으로 로그인');
  expect(form.html).toMatch(/<svg[^>]*role="img"[^>]*>.*<path d="M/);
  expect(form.html).toContain('http-equiv="refresh"');
});

test.for([
  ['the question', 'questions'],
  ['mail', 'selfAuth'],
] as const)(
  'a forgotten password is reset by %s',
  async ([, method], { setup: { form, identify, newestCode } }) => {
    await identify('gil');
    await form.press('비밀번호를 잊으셨나요?');
    await form.press('다음', { method });
    if (method === 'questions') await form.press('다음', { answer: '제주도' });
    else {
      await form.press('이 방법으로 확인', { method: '2' });
      await form.press('다음', { lastName: '길', firstName: '다온', info: 'gil@hanbit.example' });
      await form.press('인증번호 받기');
      await form.press('변경', { code: newestCode() });
    }
    await form.press('저장', { newPassword: 'Neues!Wort9', confirmPassword: 'Neues!Wort8' });
    expect(form.text).toContain('비밀번호가 서로 달라요');
    await form.press('저장', { newPassword: 'Neues!Wort9', confirmPassword: 'Neues!Wort9' });
    await form.press('다음', { username: 'gil' });
    await form.press('로그인', { password: 'Neues!Wort9' });
    expect(form.externalAddress).toContain('/oauth2/authorize/');
  },
);

test('an expired password is changed during the sign-in', async ({ setup: { form, identify } }) => {
  await identify('seo');
  await form.press('로그인', { password: SEED_PASSWORD });
  expect(form.text).toContain('2026년 1월 31일에 만료됐어요.');
  await form.press('저장', { newPassword: 'Neues!Wort9', confirmPassword: 'Neues!Wort9' });
  expect(form.externalAddress).toContain('/oauth2/authorize/');
});

test('the language can be changed on any screen, and the typed ID stays', async () => {
  const { form, beginRequest } = await startFormServer();
  await beginRequest();
  await form.press('English', { username: 'ki' });
  expect(form.html).toContain('value="ki"');
  await form.press('Next', { username: 'kim' });
  expect(form.title).toBe('Enter password · Munjigi');
  await form.press('한국어');
  expect(form.heading).toBe('비밀번호 입력');
});

test.for([
  ['/error?reason=notExists', '사용자를 찾을 수 없어요', ''],
  ['/nowhere', '페이지를 찾을 수 없어요', ''],
  ['/first/select', '로그인', ''],
  ['/password?ak=abc', '잘못된 접근이에요', ''],
  ['/password/forgot', '비밀번호 재설정', ''],
  ['/authenticated', '인증하고 있어요', '자바스크립트'],
  ['/logout', '로그인', ''],
] as const)('%s shows its screen', async ([address, heading, expectedText], { setup: { form } }) => {
  await form.open(address);
  expect(form.heading).toBe(heading);
  expect(form.html).toContain(expectedText);
});

test('the error page leads to the sign-in', async ({ setup: { form } }) => {
  await form.open('/error?reason=notExists');
  await form.press('시작 화면으로');
  expect(form.heading).toBe('로그인');
});

test('a signed-in person continues to the service', async ({ setup: { form, beginRequest, identify } }) => {
  await identify('kim');
  await form.press('로그인', { password: SEED_PASSWORD });
  form.externalAddress = null;
  await beginRequest();
  expect(form.heading).toBe('이미 로그인했어요');
  await form.press('지금 이동');
  expect(form.externalAddress).toContain('/oauth2/authorize/');
});

test('after a sign-out the address of an earlier screen shows nothing of the person', async () => {
  const { form, identify } = await startFormServer();
  await identify('lee');
  await form.press('SMS');
  const { address } = form;
  await form.open('/logout');
  await form.open(address);
  expect(form.heading).toBe('로그인');
  expect(form.html).not.toContain('010-****');
});

describe('a form', () => {
  test('that is posted twice counts once', async ({ setup: { form, identify, engine } }) => {
    await identify('kim');
    const formData = form.formOf('로그인', { password: SEED_PASSWORD });
    await Promise.all([form.post(formData), form.post(formData)]);
    await form.post(formData);
    expect(form.externalAddress).toContain('/oauth2/authorize/');
    expect(engine.finishedRequests).toHaveLength(1);
  });

  test('with a wrong password, posted twice, counts one failure', async () => {
    const { form, identify, portal } = await startFormServer();
    await identify('kim');
    const formData = form.formOf('로그인', { password: 'wrong' });
    await form.post(formData);
    await form.post(formData);
    expect(form.text).toContain('로그인하지 못했어요');
    expect(await failuresOf(portal, 'kim')).toBe(1);
  });

  test.for([
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['a page without an origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ] as const)('of %s is refused', async ([, headers], { setup: { form, identify, engine } }) => {
    await identify('kim');
    const answer = await form.post(form.formOf('로그인', { password: SEED_PASSWORD }), headers);
    expect(answer.status).toBe(403);
    expect(engine.finishedRequests).toEqual([]);
  });

  test.each(['', 'made-up.c2lnbmF0dXJl'])('with the key "%s" does nothing', async (key) => {
    const { form, identify, engine } = await startFormServer();
    await identify('kim');
    const formData = form.formOf('로그인', { password: SEED_PASSWORD });
    formData.set('key', key);
    // A browser that names no origin, as text browsers do.
    await form.post(formData, { Origin: null, 'Sec-Fetch-Site': null });
    expect(form.heading).toBe('비밀번호 입력');
    expect(engine.finishedRequests).toEqual([]);
  });

  test('of another session does nothing', async ({ setup: { form, identify, engine, browser } }) => {
    await identify('kim');
    const other = new FormBrowser(browser());
    await other.open('/first/auth?type=pw');
    await other.post(form.formOf('로그인', { password: SEED_PASSWORD }));
    expect(engine.finishedRequests).toEqual([]);
  });

  test.for([
    'password:xstate.done.actor.authenticate',
    'portal:session.lapsed',
    ':session.lapsed',
    'password:password.submitted.extra',
    'second-factor/password:password.submitted',
    '__proto__:constructor',
    'constructor',
    '',
  ])('with the event "%s" changes nothing', async (event, { setup: { form, identify, engine } }) => {
    await identify('kim');
    const formData = form.formOf('로그인', { password: SEED_PASSWORD });
    formData.delete('submit-event');
    formData.set('event', event);
    await form.post(formData);
    expect(form.heading).toBe('비밀번호 입력');
    expect(engine.finishedRequests).toEqual([]);
  });

  test('of an earlier screen starts from the values of the session', async () => {
    const { form, identify, engine } = await startFormServer();
    await identify('lee');
    const chooser = form.formOf('SMS');
    const { address } = form;
    await form.press('비밀번호');
    form.address = address;
    await form.post(chooser);
    expect(form.heading).toBe('SMS');
    expect(engine.finishedRequests).toEqual([]);
  });
});

test('no secret is in the page, an address or the storage', async ({ setup: { form, identify, db } }) => {
  await identify('kim');
  await form.press('로그인', { password: 'a-wrong-secret' });
  const stored = await db.prepare('SELECT screen FROM screens').all();
  expect(JSON.stringify([form.html, form.address, stored])).not.toContain('a-wrong-secret');
  expect(stored).toEqual([{ screen: expect.stringMatching(/^s1\.[\w-]{8}\.[\w-]+$/) }]);
});

test('a screen is stored for an hour', async () => {
  const { form, identify, wait } = await startFormServer({
    session: { idleMinutes: 120, absoluteMinutes: 600 },
  });
  await identify('lee');
  await form.press('SMS');
  wait(60 * 60_000);
  await form.reload();
  expect(form.heading).toBe('로그인');
});

test('a screen of another build is not resumed, but starts from the session', async () => {
  let build = 'before';
  const { form, identify, engine } = await startFormServer({}, ({ stored, ...request }) => {
    const renamed = stored?.build !== build && {
      snapshot: { ...Object(stored?.snapshot), value: 'renamed' },
    };
    return runPortal({ ...request, build, stored: stored && { ...stored, ...renamed } });
  });
  await identify('kim');
  build = 'after';
  await form.reload();
  expect(form.heading).toBe('비밀번호 입력');
  await form.press('로그인', { password: SEED_PASSWORD });
  expect(engine.finishedRequests).toHaveLength(1);
});

test('concurrent visits use their own sessions', async ({
  setup: { browser, beginRequest, engine, form },
}) => {
  await beginRequest();
  const forms = Array.from({ length: 4 }, () => new FormBrowser(browser()));
  const inEach = (step: (one: FormBrowser) => Promise<unknown>) => Promise.all(forms.map(step));
  await inEach((one) => one.open(form.address));
  await inEach((one) => one.press('다음', { username: 'kim' }));
  await inEach((one) => one.press('로그인', { password: SEED_PASSWORD }));
  expect(forms.map(({ externalAddress }) => externalAddress)).toEqual(
    forms.map(() => `${PUBLIC_URL}/oauth2/authorize/request-1`),
  );
  expect(engine.finishedRequests).toHaveLength(forms.length);
});
