import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createServer, loadPage } from './page.ts';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it('the page offers and sends the Latin keys for an ID typed in Hangul', async () => {
  const server = createServer();
  const page = loadPage('/redirect?uid=1', server);
  await page.waitForScreen('title.identity');
  await page.user.type(field(page.text('identity.label')), 'ㅏㅑㅡ');
  await page.user.click(
    screen.getByRole('button', { name: page.text('code.hangulReplace', { keys: 'kim' }) }),
  );
  expect(field(page.text('identity.label')).value).toBe('kim');
  await page.user.keyboard('{Enter}');
  await page.waitForScreen('title.password');
});

it('the page offers the Latin keys only for a visible password, as the offer would reveal a hidden one', async () => {
  const page = loadPage('/redirect?uid=1', createServer());
  await page.enterId();
  const password = await page.passwordField();
  const offer = page.text('code.hangulReplace', { keys: 'secret' });
  await page.user.type(password, 'ㄴㄷㅊㄱㄷㅅ');
  expect(screen.queryByRole('button', { name: offer })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: page.text('password.show') }));
  await page.user.click(screen.getByRole('button', { name: offer }));
  expect(password.value).toBe('secret');
});
