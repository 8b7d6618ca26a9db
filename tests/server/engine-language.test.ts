import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { serverDocument } from '#server/http/engine-pages/document.ts';
import { explanationPage } from '#server/http/engine-pages/explanation.ts';
import { FOOTER_TEXTS } from '#server/http/engine-pages/footer.ts';
import { testServer } from '#tests/support/server/server.ts';

const PAGE = {
  title: '로그아웃할까요?',
  body: '본문' as never,
  language: 'ko',
  address: '/logout?a=1&b=2',
} as const;
const OPERATOR = {
  help: 'https://help.example/?a=1&b=2',
  contact: { ko: '헬프데스크 <02-123>', en: 'Help desk' },
  terms: 'https://terms.example/',
};

const markupOf = async (...args: Parameters<typeof serverDocument>) => (await serverDocument(...args)).markup;

describe('a page that the server writes', () => {
  it('offers both languages, returns to the same page, and marks the current one', async () => {
    const markup = await markupOf({}, PAGE);
    expect(markup).toContain(
      '<a href="/language/ko?back=%2Flogout%3Fa%3D1%26b%3D2" lang="ko" hreflang="ko" aria-current="true">한국어</a>',
    );
    expect(markup).toContain(
      '<a href="/language/en?back=%2Flogout%3Fa%3D1%26b%3D2" lang="en" hreflang="en">English</a>',
    );
  });

  it('offers no languages after a form post or before an automatic redirect', async () => {
    expect(await markupOf({}, { ...PAGE, address: null })).not.toContain('<nav');
    expect(await markupOf({}, { ...PAGE, script: 'go()' })).not.toContain('<nav');
  });

  it("has a footer with the operator's links and contact, or none without these settings", async () => {
    const markup = await markupOf(OPERATOR, PAGE);
    expect(markup).toContain('<li>문의: 헬프데스크 &lt;02-123&gt;</li>');
    expect(markup).toContain('<a href="https://help.example/?a=1&amp;b=2">도움말</a>');
    expect(markup).not.toContain('개인정보');
    expect(await markupOf({}, PAGE)).not.toContain('<footer');
  });

  it('has the same texts in its footer and its links as the portal', () => {
    for (const language of ['ko', 'en'] as const) {
      const texts = Object.assign(
        {},
        ...['', 'flows.'].map((part) => JSON.parse(readFileSync(`i18n/${part}${language}.json`, 'utf8'))),
      );
      for (const [name, text] of Object.entries(FOOTER_TEXTS)) {
        expect(text[language]).toBe(texts[`operator.${name}`]);
      }
      expect(String(explanationPage(language, 'refused').body)).toContain(
        `<a class="action" href="/">${texts['action.home']}</a>`,
      );
      expect(String(explanationPage(language, 'failed', { retryAddress: '/a' }).body)).toContain(
        texts['action.retry'],
      );
    }
  });
});

describe('the address that switches the language', () => {
  const visit = async (path: string) => (await testServer()).browser().visit(path);

  test('stores the language for a year and redirects back', async () => {
    const { status, headers } = await visit('/language/en?back=%2Flogout%3Fa%3D1');
    expect([status, headers.get('location')]).toEqual([303, '/logout?a=1']);
    expect(headers.get('set-cookie')).toContain('language=en; Max-Age=31536000; Path=/; SameSite=Lax');
  });

  test.for([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/%5Cevil.example/..//x',
    'x',
    '',
  ])('never redirects to another server: %s', async (back) => {
    const { headers } = await visit(`/language/ko?back=${encodeURIComponent(back)}`);
    const location = headers.get('location') ?? '';
    expect(new URL(location, 'https://login.example').origin).toBe('https://login.example');
  });

  test('accepts only the two languages', async () => {
    const { status, headers } = await visit('/language/fr');
    expect([status, headers.get('set-cookie') ?? '']).toEqual([
      404,
      expect.not.stringContaining('language='),
    ]);
  });
});
