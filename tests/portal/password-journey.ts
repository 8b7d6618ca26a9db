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

/** Chooses how to prove who one is. */
export async function choose(page: LoadedPage, method: 'selfAuth' | 'questions'): Promise<void> {
  await page.arrive('title.passwordChange');
  await page.user.click(document.querySelector(`input[value=${method}]`) as HTMLElement);
  await page.press('action.next');
}

export async function answerQuestion(page: LoadedPage): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>(page.say('questions.answer'));
  await page.user.clear(field);
  await page.user.type(field, '제주도');
  await page.press('action.next');
}

export async function tellNames(page: LoadedPage): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>(page.say('selfAuth.phone'));
  await page.user.clear(field);
  await page.user.type(field, '01012345678');
  await page.press('action.next');
}

/** Has a code sent. */
export async function sendCode(page: LoadedPage): Promise<void> {
  await screen.findByRole('button', { name: page.say('otp.send') });
  await page.send();
}

/** Types the code that was sent. */
export async function enterCode(page: LoadedPage): Promise<void> {
  await screen.findByText(page.say('otp.sent'), { exact: false });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: page.say('code.label') });
  await page.user.clear(field);
  await page.enterCode();
}

/** Has a code sent and types it. */
export async function proveByCode(page: LoadedPage): Promise<void> {
  await sendCode(page);
  await enterCode(page);
}

export async function savePassword(page: LoadedPage): Promise<void> {
  for (const label of ['passwordSetup.new', 'passwordSetup.confirm'] as const) {
    const field = await screen.findByLabelText<HTMLInputElement>(page.say(label));
    await page.user.clear(field);
    await page.user.type(field, NEW_PASSWORD);
  }
  await page.press('action.save');
}

/** Goes from the service to the reset of the password, by the link of the password screen. */
export async function openForgot(server: Server, language: 'ko' | 'en' = 'ko'): Promise<LoadedPage> {
  const page = loadPage('/redirect?uid=1', server, { language });
  await page.enterId();
  await page.arrive('title.password');
  await page.press('password.forgot');
  return page;
}
