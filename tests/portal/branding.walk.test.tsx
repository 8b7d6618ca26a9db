import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Branding } from '#wire/runtime-config.ts';
import { createServer, loadPage } from './page.ts';

const company = { accent: '#112233', accentDark: '#ddeeff' };
const branding = {
  name: { ko: '한빛', en: 'Hanbit' },
  logo: '/company.svg',
  colors: company,
} satisfies Branding;

const shown = () => {
  const { style } = document.documentElement;
  return {
    logo: screen.getByRole('img', { name: '한빛' }).getAttribute('src'),
    colors: ['--accent', '--accent-dark'].map((name) => style.getPropertyValue(name)),
  };
};

async function shownAt(services: Branding['services']) {
  const page = loadPage('/redirect?uid=1', createServer(), {
    branding: { ...branding, ...(services && { services }) },
  });
  await page.waitForScreen('title.identity');
  return shown();
}

it('shows logo and colours of the service of the login', async () => {
  const own = { logo: '/service.svg', colors: { accent: '#00aa66' } };
  expect(await shownAt({ 'demo-service': own, other: { logo: '/other.svg' } })).toEqual({
    logo: '/service.svg',
    colors: ['#00aa66', ''],
  });
});

it("shows the company's brand where the service has none of its own", async () => {
  expect(await shownAt({ 'demo-service': { colors: { accent: '#00aa66' } } })).toMatchObject({
    logo: '/company.svg',
  });
});

it.each([undefined, { other: { logo: '/other.svg' } }])(
  'shows the brand of the company instead: %o',
  async (services) => {
    expect(await shownAt(services)).toEqual({
      logo: '/company.svg',
      colors: [company.accent, company.accentDark],
    });
  },
);

it('shows the brand of the service that a password link names', async () => {
  loadPage('/password?clientid=demo-service&ak=key', createServer(), {
    branding: { ...branding, services: { 'demo-service': { logo: '/service.svg' } } },
  });
  await screen.findByRole('heading', { level: 1 });
  expect(shown()).toEqual({ logo: '/service.svg', colors: [company.accent, company.accentDark] });
});
