import { html } from 'hono/html';
import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Bilingual } from '#server/http/engine-pages/language.ts';
import type { Markup } from '#server/http/engine-pages/markup.ts';
import { type PageContext, renderPage } from './page.ts';

const TEXTS = {
  input: { ko: '기기에 표시된 코드를 입력해 주세요', en: 'Enter the code that your device shows' },
  inputHint: {
    ko: 'TV나 셋톱박스 같은 기기에서 로그인을 시작했을 때만 입력해 주세요.',
    en: 'Only when you have begun a sign-in at a device of yours, such as a TV.',
  },
  field: { ko: '기기의 코드', en: 'Code of the device' },
  next: { ko: '다음', en: 'Next' },
  question: { ko: '이 기기에 로그인할까요?', en: 'Sign in at this device?' },
  compare: {
    ko: '기기에 표시된 코드가 아래와 같은지 확인해 주세요. 직접 시작하지 않았거나 코드가 다르면 거부해 주세요.',
    en: 'Check that your device shows this code. If it shows another, or you have not begun this yourself, refuse.',
  },
  confirm: { ko: '코드가 같아요, 계속', en: 'It is the same: continue' },
  refuse: { ko: '거부', en: 'Refuse' },
  done: { ko: '기기에 로그인했어요', en: 'Your device is signed in' },
  doneHint: {
    ko: '이제 이 창을 닫고 기기로 돌아가 주세요.',
    en: 'You can close this page and go back to your device.',
  },
  refused: { ko: '기기의 로그인을 거부했어요', en: 'The device has been refused' },
  refusedHint: {
    ko: '기기에는 로그인하지 않았어요. 이 창을 닫아도 돼요.',
    en: 'It is not signed in. You can close this page.',
  },
  tooMany: { ko: '잘못된 코드를 너무 많이 입력했어요', en: 'Too many wrong codes' },
  tooManyHint: {
    ko: '몇 분 뒤에 기기에서 새 코드를 받아 다시 입력해 주세요.',
    en: 'Wait a few minutes, then ask the device for a new code.',
  },
  another: { ko: '코드 입력하기', en: 'Enter a code' },
} as const satisfies Record<string, Bilingual>;

/** Messages above the code field, by the library's name of the error. */
const PROBLEMS: Readonly<Record<string, Bilingual>> = {
  NoCodeError: { ko: '코드를 입력해 주세요.', en: 'Enter the code.' },
  NotFoundError: {
    ko: '이 코드를 찾을 수 없어요. 기기의 코드를 다시 확인해 주세요.',
    en: 'There is no such code. Check what your device shows.',
  },
  ExpiredError: {
    ko: '코드의 시간이 지났어요. 기기에서 새 코드를 받아 주세요.',
    en: 'The time of this code is over. Ask your device for a new one.',
  },
  AlreadyUsedError: {
    ko: '이미 사용한 코드예요. 기기에서 새 코드를 받아 주세요.',
    en: 'This code has been used. Ask your device for a new one.',
  },
};
const OTHER_PROBLEM: Bilingual = {
  ko: '로그인하지 못했어요. 기기의 코드를 다시 입력해 주세요.',
  en: 'That did not work. Enter the code of your device again.',
};

const action = (ctx: KoaContextWithOIDC): string => ctx.oidc.urlFor('code_verification');

const hiddenField = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`;

const secretField = (ctx: KoaContextWithOIDC): Markup =>
  hiddenField('xsrf', String(ctx.oidc.session?.state?.['secret'] ?? ''));

/** The page for the code that a device shows (RFC 8628, section 3.3), or the page after a refusal. */
export const renderCodeInput = (
  ctx: KoaContextWithOIDC,
  pages: PageContext,
  error: string | undefined,
): Promise<void> =>
  renderPage(ctx, pages, (language) => {
    if (error === 'AbortedError') {
      const body = html`<p class="muted">${TEXTS.refusedHint[language]}</p>`;
      return { title: TEXTS.refused[language], client: null, body };
    }
    const problem = error === undefined ? null : (PROBLEMS[error] ?? OTHER_PROBLEM);
    return {
      title: TEXTS.input[language],
      client: null,
      body: html`<p class="muted">${TEXTS.inputHint[language]}</p>
${problem ? html`<p class="problem" role="alert">${problem[language]}</p>` : ''}
<form method="post" action="${action(ctx)}">
${secretField(ctx)}
<label for="user_code">${TEXTS.field[language]}</label>
<input class="code" id="user_code" name="user_code" value="${String(ctx.state['userCode'] ?? '')}" autocomplete="off" autocapitalize="characters" spellcheck="false" required>
<button class="action" type="submit">${TEXTS.next[language]}</button>
</form>`,
    };
  });

/** The page that asks the person to compare the code before confirming. */
export const renderCodeQuestion = (
  ctx: KoaContextWithOIDC,
  pages: PageContext,
  userCode: string,
): Promise<void> =>
  renderPage(ctx, pages, (language) => {
    const client = pages.clients.get(ctx.oidc.client?.clientId ?? '') ?? null;
    return {
      title: TEXTS.question[language],
      client,
      body: html`${client ? html`<p><strong>${client.serviceName[language]}</strong></p>` : ''}
<p class="muted">${TEXTS.compare[language]}</p>
<p class="code">${userCode}</p>
<form method="post" action="${action(ctx)}">
${secretField(ctx)}
${hiddenField('user_code', userCode)}
<button class="action" type="submit" name="confirm" value="yes">${TEXTS.confirm[language]}</button>
<button class="action quiet" type="submit" name="abort" value="yes">${TEXTS.refuse[language]}</button>
</form>`,
    };
  });

/** The page after a sign-in at a device. */
export const renderDeviceEnd = (ctx: KoaContextWithOIDC, pages: PageContext): Promise<void> =>
  renderPage(ctx, pages, (language) => ({
    title: TEXTS.done[language],
    client: null,
    body: html`<p class="muted">${TEXTS.doneHint[language]}</p>`,
  }));

/** Refuses an address after too many wrong codes. @param seconds until the next try */
export async function renderTooManyCodes(
  ctx: Koa.Context,
  pages: PageContext,
  seconds: number,
): Promise<void> {
  ctx.status = 429;
  ctx.set('Retry-After', String(seconds));
  await renderPage(ctx, pages, (language) => ({
    title: TEXTS.tooMany[language],
    client: null,
    body: html`<p class="muted">${TEXTS.tooManyHint[language]}</p>
<div class="actions"><a class="action" href="${ctx.path}">${TEXTS.another[language]}</a></div>`,
  }));
}
