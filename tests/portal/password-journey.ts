import { screen } from '@testing-library/react';
import { json } from './faults.ts';
import { createServer, type LoadedPage, loadPage, type Server } from './page.ts';
import { SECURITY } from './password-calls.ts';

const NEW_PASSWORD = 'Sunrise!27-hill';

/** A server at which passwords can be made and reset. */
export function passwordServer(): Server {
  const server = createServer();
  server.answers.security = () => json({ status: 200, data: [SECURITY] });
  server.answers.account = () => json({ status: 200, setPasswordFlag: 'Y' });
  server.answers.startSecondAssertion = () => json({ status: 200, result: true });
  return server;
}

/** One at which a password is changed by a link, after a push alone. */
export function pushServer(): Server {
  const server = passwordServer();
  const setting = { ...SECURITY, sms: 'N', internalMail: 'N', push: 'Y' };
  server.answers.security = () =>
    json({ status: 200, data: [{ ...setting, selfAuthMethodWhenPwChange: 'selfAuth' }] });
  server.answers.link = () => json({ status: 200, redirectUrl: '/login', ak_type: 'change' });
  return server;
}

/** One at which the password that signs in has expired. */
export function expiryServer(): Server {
  const server = passwordServer();
  server.answers.login = () =>
    json({ status: 200, to: '/change', expiredDay: '2026-01-31 23:59:59', accessToken: 'token-1' });
  return server;
}

/** Chooses how to prove who one is. */
export async function choose(page: LoadedPage, method: 'selfAuth' | 'questions'): Promise<void> {
  await page.waitForScreen('title.passwordChange');
  await page.user.click(document.querySelector(`input[value=${method}]`) as HTMLElement);
  await page.press('action.next');
}

/** Fills a field in one go, as a password manager does; what was in it goes. */
async function paste({ user }: LoadedPage, field: HTMLInputElement, text: string): Promise<void> {
  await user.clear(field);
  await user.paste(text);
}

export async function answerQuestion(page: LoadedPage): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>(page.text('questions.answer'));
  await paste(page, field, '제주도');
  await page.press('action.next');
}

export async function enterPhoneNumber(page: LoadedPage): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>(page.text('selfAuth.phone'));
  await paste(page, field, '01012345678');
  await page.press('action.next');
}

/** Has a code sent. */
export async function sendCode(page: LoadedPage): Promise<void> {
  await screen.findByRole('button', { name: page.text('otp.send') });
  await page.send();
}

/** Types the code that was sent. */
export async function enterCode(page: LoadedPage): Promise<void> {
  await screen.findByText(page.text('otp.sent'), { exact: false });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: page.text('code.label') });
  await page.user.clear(field);
  await page.enterCode();
}

/** Has a code sent and types it. */
export async function proveByCode(page: LoadedPage): Promise<void> {
  await sendCode(page);
  await enterCode(page);
}

/** Has a push sent, the first or another. */
export async function askPush(page: LoadedPage): Promise<void> {
  const names = [page.text('push.request'), page.text('push.requestAgain')];
  await page.user.click(await screen.findByRole('button', { name: (name) => names.includes(name) }));
}

export async function savePassword(page: LoadedPage): Promise<void> {
  for (const label of ['passwordSetup.new', 'passwordSetup.confirm'] as const) {
    const field = await screen.findByLabelText<HTMLInputElement>(page.text(label));
    await paste(page, field, NEW_PASSWORD);
  }
  await page.press('action.save');
}

/** Goes from the service to the reset of the password, by the link of the password screen. */
export async function openForgotPassword(server: Server, language: 'ko' | 'en' = 'ko'): Promise<LoadedPage> {
  const page = loadPage('/redirect?uid=1', server, { language });
  await page.enterId();
  await page.waitForScreen('title.password');
  await page.press('password.forgot');
  return page;
}
