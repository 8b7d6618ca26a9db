import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { brandingOf, openScreen, readBrandArguments } from '#tools/brand.ts';

test('the command takes one file, a service and a folder', () => {
  expect(readBrandArguments(['config.json'])).toEqual({
    file: 'config.json',
    service: null,
    folder: 'brand-pictures',
  });
  expect(readBrandArguments(['config.json', '--service', 'shop', '--to', 'out'])).toEqual({
    file: 'config.json',
    service: 'shop',
    folder: 'out',
  });
});

test.for([
  [[], 'Name one configuration file.'],
  [['one.json', 'two.json'], 'Name one configuration file.'],
  [['one.json', '--theme', 'dark'], "Unknown option '--theme'"],
] as const)('the arguments %o are refused', ([args, problem]) => {
  expect(() => readBrandArguments(args)).toThrow(problem);
});

test('the logo and the colours of a service override the logo and the colours of the company', () => {
  const file = {
    branding: { logo: '/company.svg', theme: 'light' },
    clients: [{ clientId: 'shop', branding: { logo: '/shop.svg' } }, { clientId: 'plain' }],
    serviceProviders: [{ serviceId: 'saml', branding: { colors: { accent: '#0a6' } } }],
  };
  const brandOf = (service: string | null) => brandingOf(file, service, '/nowhere');
  expect(brandOf(null)).toEqual(file.branding);
  expect(brandOf('plain')).toEqual(file.branding);
  expect(brandOf('shop')).toEqual({ logo: '/shop.svg', theme: 'light' });
  expect(brandOf('saml')).toEqual({ ...file.branding, colors: { accent: '#0a6' } });
  expect(() => brandOf('unknown')).toThrow('The file has no service "unknown".');
});

test('the pictures next to the file are used unless the file names a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-brand-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'brand'));
  expect(brandingOf({}, null, folder)).toEqual({ folder: join(folder, 'brand') });
  expect(brandingOf({ branding: { folder: '/own' } }, null, folder)).toEqual({ folder: '/own' });
});

test.for([
  ['pageerror', [new Error('no script')], 'no script'],
  ['crash', [], 'The page crashed at /login'],
] as const)('the command fails at a %s while a screen opens', async ([event, values, problem]) => {
  const page = Object.assign(new EventEmitter(), { url: () => '/login' });
  const opening = openScreen(page as unknown as Page, () => new Promise(() => undefined));
  page.emit(event, ...values);
  await expect(opening).rejects.toThrow(problem);
});
