import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { styleSheet } from '#server/http/engine-pages/style.ts';
import { type PageValues, writePage } from '#server/http/page/html.ts';
import { testServer } from '#tests/support/server/server.ts';

const configOf = (page: string): Record<string, unknown> => {
  const [, json = ''] =
    /<script type="application\/json" id="munjigi-config">(.*?)<\/script>/.exec(page) ?? [];
  return JSON.parse(json);
};

describe('the theme', () => {
  const logo = { light: '/brand/light.svg', dark: '/brand/dark.svg' };
  const values = {
    language: 'ko',
    preloads: [],
    screenMarkup: '',
    result: null,
    screenStyle: '',
    brandStyle: '',
    formKey: '',
    scriptlessAddress: null,
    address: null,
  } as const;
  const tagsOf = (theme: PageValues['theme']) =>
    writePage(readFileSync('index.html', 'utf8'), { ...values, theme, config: {} as PageValues['config'] })
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
    expect(configOf(text)['branding']).toEqual({ logo: expected });
  });

  test("decides the logo of each service, whose brand is in the page in addition to the company's", async () => {
    const serviceWith = (clientId: string, branding?: object) => ({
      clientId,
      redirectUris: [`https://${clientId.replace('|', '')}.example/cb`],
      serviceName: { ko: clientId, en: clientId },
      ...(branding && { branding }),
    });
    const colors = { accent: '#0a6', accentDark: '#5ec' };
    const { browser } = await testServer({
      branding: { logo: '/company.svg', theme: 'dark' },
      clients: [serviceWith('pay|roll', { logo, colors }), serviceWith('plain')],
    });
    const { text } = await browser().visit('/login');
    expect(configOf(text)['branding']).toEqual({
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
