import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json } from './faults.ts';
import { createServer, loadPage } from './page.ts';

const branding = {
  help: 'https://help.example/',
  contact: { ko: '헬프데스크 02-123', en: 'Help desk 02-123' },
  privacy: 'https://privacy.example/',
  terms: 'https://terms.example/',
};

it('the page shows the links and the contact of the operator in its footer, and each link opens a new tab', async () => {
  const page = loadPage('/login', createServer(), { branding });
  await page.waitForScreen('title.identity');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText('문의: 헬프데스크 02-123')).toBeTruthy();
  const links = footer.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    branding.help,
    branding.privacy,
    branding.terms,
  ]);
  expect(links.every((link) => link.getAttribute('target') === '_blank')).toBe(true);
});

it('the page has no footer when the operator configures nothing', async () => {
  const page = loadPage('/login', createServer());
  await page.waitForScreen('title.identity');
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

it('the dialog of a refusal shows the contact, and OK has the focus', async () => {
  const server = createServer();
  server.answers.login = () => json({ status: 400, errCode: '002', message: '' }, 400);
  const page = loadPage('/redirect?uid=1', server, { branding });
  await page.enterId();
  await page.enterPassword();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/헬프데스크 02-123/)).toBeTruthy();
  expect(dialog.getByRole('link').getAttribute('href')).toBe(branding.help);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: page.text('action.ok') }));
});
