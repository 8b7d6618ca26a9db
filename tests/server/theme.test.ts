import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { styleSheet } from '#server/http/engine-pages/style.ts';
import { type PageValues, writePage } from '#server/http/page/html.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { EMPTY_PAGE } from '#tests/support/server/empty-page.ts';
import { testServer } from '#tests/support/server/server.ts';

describe('the theme', () => {
  const logo = { light: '/brand/light.svg', dark: '/brand/dark.svg' };
  const tagsOf = (theme: PageValues['theme']) =>
    writePage(readFileSync('index.html', 'utf8'), { ...EMPTY_PAGE, theme })
      .match(/<html[^>]*>|<meta name="(?:color-scheme|theme-color)[^>]*>/g)
      ?.map((tag) => tag.replace(' /', ''));

  test.for([
    ['light', 'data-theme="light"', '#f4f6f9'],
    ['dark', 'data-theme="dark"', '#0e1117'],
  ] as const)('%s is written into the page, whatever the device prefers', ([theme, attribute, color]) => {
    expect(tagsOf(theme)).toEqual([
      `<html lang="ko" ${attribute}>`,
      `<meta name="color-scheme" content="${theme}">`,
      `<meta name="theme-color" content="${color}">`,
    ]);
  });

  test('is the preference of the device without a setting', () => {
    expect(tagsOf('auto')).toHaveLength(4);
    expect(tagsOf('auto')).toContain('<meta name="color-scheme" content="light dark">');
  });

  test.for([
    [undefined, logo],
    ['auto', logo],
    ['light', logo.light],
    ['dark', logo.dark],
  ] as const)('%s decides which logo the page has', async ([theme, expected]) => {
    const { browser } = await testServer({ branding: { logo, ...(theme && { theme }) } });
    const { text } = await browser().visit('/login');
    expect(configBlockOf(text).branding).toEqual({ logo: expected });
  });

  test("decides the logo of each service, whose brand is in the page in addition to the company's", async () => {
    const colors = { accent: '#0a6', accentDark: '#5ec' };
    const redirectUris = ['https://payroll.example/cb'];
    const { browser } = await testServer({
      branding: { logo: '/company.svg', theme: 'dark' },
      clients: [serviceOf('pay|roll', { redirectUris, branding: { logo, colors } }), serviceOf('plain')],
    });
    const { text } = await browser().visit('/login');
    expect(configBlockOf(text).branding).toEqual({
      logo: '/company.svg',
      services: { payroll: { logo: logo.dark, colors } },
    });
  });

  test('applies to the pages that the server writes itself', () => {
    expect(styleSheet({ theme: 'light' })).toContain('color-scheme: light;');
    expect(styleSheet({})).toContain('color-scheme: light dark;');
    expect(styleSheet({})).not.toContain('prefers-color-scheme');
  });
});
