import { screen } from '@testing-library/react';
import { json } from './faults.ts';
import { createServer, type LoadedPage, loadPage, type Server } from './page.ts';
import { SECURITY } from './password-calls.ts';

/** The address of a password link. */
export const PASSWORD_LINK = '/password?clientid=demo-service&ak=ak-1';

const NEW_PASSWORD = 'Sunrise!27-hill';

/** A server at which passwords can be created and reset. */
export function passwordServer(): Server {
  const server = createServer();
  server.answers.security = () => json({ status: 200, data: [SECURITY] });
  server.answers.account = () => json({ status: 200, setPasswordFlag: 'Y' });
  server.answers.startSecondAssertion = () => json({ status: 200, result: true });
  return server;
}

/** A server at which a link changes a password after an identity check by push. */
export function pushServer(): Server {
  const server = passwordServer();
  const setting = { ...SECURITY, sms: 'N', internalMail: 'N', push: 'Y' };
  server.answers.security = () =>
    json({ status: 200, data: [{ ...setting, selfAuthMethodWhenPwChange: 'selfAuth' }] });
  server.answers.link = () => json({ status: 200, redirectUrl: '/login', ak_type: 'change' });
  return server;
}

/** A server at which the password has expired. */
export function expiryServer(): Server {
  const server = passwordServer();
  server.answers.login = () =>
    json({ status: 200, to: '/change', expiredDay: '2026-01-31 23:59:59', accessToken: 'token-1' });
  return server;
}

/** Chooses the identity check or the question. */
export async function chooseProof(page: LoadedPage, method: 'selfAuth' | 'questions'): Promise<void> {
  await page.waitForScreen('title.passwordChange');
  await page.user.click(document.querySelector(`input[value=${method}]`) as HTMLElement);
  await page.press('action.next');
}

/** Replaces the content of a field with one paste, as a password manager does. */
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

/** Requests a code. */
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

/** Requests a code and types it. */
export async function proveByCode(page: LoadedPage): Promise<void> {
  await sendCode(page);
  await enterCode(page);
}

/** Requests a push, the first or another. */
export async function requestPush(page: LoadedPage): Promise<void> {
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
