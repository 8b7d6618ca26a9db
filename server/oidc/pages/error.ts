import { html } from 'hono/html';
import type Koa from 'koa';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Language } from '#i18n/locale.ts';
import type { Bilingual } from './language.ts';
import { type PageContext, renderPage } from './page.ts';

type Explanation = { readonly title: Bilingual; readonly hint: Bilingual };

const EXPLANATIONS = {
  ended: {
    title: { ko: '이미 끝난 로그인 요청이에요', en: 'This sign-in request has ended' },
    hint: {
      ko: '요청을 이미 사용했거나 시간이 지났어요. 서비스에서 로그인을 다시 시작해 주세요.',
      en: 'It has been used already or its time is over. Start again from the service.',
    },
  },
  refused: {
    title: {
      ko: '서비스의 로그인 요청을 처리할 수 없어요',
      en: 'The request of the service cannot be used',
    },
    hint: {
      ko: '서비스가 보낸 요청이 이 포털에 등록된 내용과 달라요. 서비스 담당자에게 아래 내용을 알려 주세요.',
      en: 'What the service sent differs from what is registered here. Tell the people who run it what stands below.',
    },
  },
  failed: {
    title: { ko: '로그인 요청을 처리하지 못했어요', en: 'Something went wrong here' },
    hint: {
      ko: '잠시 뒤 서비스에서 다시 시작해 주세요.',
      en: 'Wait a moment, then start again from the service.',
    },
  },
  absent: {
    title: { ko: '페이지를 찾을 수 없어요', en: 'Can Not Find The Page.' },
    hint: { ko: '주소를 확인하거나 처음부터 다시 시작해 주세요.', en: 'Check the address or start again.' },
  },
} as const satisfies Record<string, Explanation>;

const TEXTS = {
  start: { ko: '처음부터 다시 시작', en: 'Start again' },
  details: { ko: '자세한 내용', en: 'Details' },
} as const satisfies Record<string, Bilingual>;

const openService: Readonly<Record<Language, (service: string) => string>> = {
  ko: (service) => `${service}에서 다시 시작`,
  en: (service) => `Start again from ${service}`,
};

function explanationOf(out: ErrorOut, error: Error): Explanation {
  if (error.name === 'SessionNotFound') return EXPLANATIONS.ended;
  return out.error === 'server_error' ? EXPLANATIONS.failed : EXPLANATIONS.refused;
}

const acceptsPage = (ctx: Koa.Context): boolean => ctx.accepts('json', 'html') === 'html';

/** Says why the engine goes no further, and where to go from here. */
export async function renderError(
  ctx: KoaContextWithOIDC,
  pages: PageContext,
  out: ErrorOut,
  error: Error,
): Promise<void> {
  if (!acceptsPage(ctx as Koa.Context)) {
    ctx.body = out;
    return;
  }
  const client = pages.clients.get(ctx.oidc.client?.clientId ?? '') ?? null;
  const { title, hint } = explanationOf(out, error);
  await renderPage(ctx as Koa.Context, pages, (language) => ({
    title: title[language],
    client: null,
    body: html`<p class="muted">${hint[language]}</p>
<div class="actions">${
      client?.initiateLoginUri
        ? html`<a class="action" href="${client.initiateLoginUri}">${openService[language](client.serviceName[language])}</a>`
        : html`<a class="action" href="/">${TEXTS.start[language]}</a>`
    }</div>
<details><summary>${TEXTS.details[language]}</summary>
<p><code>${out.error}</code>${out.error_description ? html`<br>${out.error_description}` : ''}</p></details>`,
  }));
}

/** Answers a path below the engine's that nothing stands at (decision 136). */
export const notFound =
  (pages: PageContext): Koa.Middleware =>
  async (ctx, next) => {
    await next();
    if (ctx.status !== 404 || ctx.body !== undefined) return;
    if (acceptsPage(ctx)) {
      const { title, hint } = EXPLANATIONS.absent;
      await renderPage(ctx, pages, (language) => ({
        title: title[language],
        client: null,
        body: html`<p class="muted">${hint[language]}</p>
<div class="actions"><a class="action" href="/">${TEXTS.start[language]}</a></div>`,
      }));
    } else {
      ctx.body = { error: 'not_found' };
    }
    ctx.status = 404;
  };
