import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Branding } from '#wire/runtime-config.ts';
import { createServer, loadPage } from './page.ts';

const companyColors = { accent: '#112233', accentDark: '#ddeeff' };
const branding = {
  name: { ko: '한빛', en: 'Hanbit' },
  logo: '/company.svg',
  colors: companyColors,
} satisfies Branding;

const shownBrand = () => {
  const { style } = document.documentElement;
  return {
    logo: screen.getByRole('img', { name: '한빛' }).getAttribute('src'),
    colors: ['--accent', '--accent-dark'].map((name) => style.getPropertyValue(name)),
  };
};

async function brandShownWith(services: Branding['services']) {
  const page = loadPage('/redirect?uid=1', createServer(), {
    branding: { ...branding, ...(services && { services }) },
  });
  await page.waitForScreen('title.identity');
  return shownBrand();
}

it('the page shows the logo and the colours of the service of the request', async () => {
  const serviceBrand = { logo: '/service.svg', colors: { accent: '#00aa66' } };
  expect(await brandShownWith({ 'demo-service': serviceBrand, other: { logo: '/other.svg' } })).toEqual({
    logo: '/service.svg',
    colors: ['#00aa66', ''],
  });
});

it("the page shows the company's logo when the service has only colours", async () => {
  expect(await brandShownWith({ 'demo-service': { colors: { accent: '#00aa66' } } })).toMatchObject({
    logo: '/company.svg',
  });
});

it.each([undefined, { other: { logo: '/other.svg' } }])(
  "the page shows the company's brand when the brands of services are %o",
  async (services) => {
    expect(await brandShownWith(services)).toEqual({
      logo: '/company.svg',
      colors: [companyColors.accent, companyColors.accentDark],
    });
  },
);

it('the page of a password link shows the logo of the service in the link', async () => {
  loadPage('/password?clientid=demo-service&ak=key', createServer(), {
    branding: { ...branding, services: { 'demo-service': { logo: '/service.svg' } } },
  });
  await screen.findByRole('heading', { level: 1 });
  expect(shownBrand()).toEqual({
    logo: '/service.svg',
    colors: [companyColors.accent, companyColors.accentDark],
  });
});
