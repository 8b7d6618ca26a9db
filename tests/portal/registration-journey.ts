import { screen } from '@testing-library/react';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { MessageLanguage } from '#src/app/messages.ts';
import { touch } from '#tests/server/methods/device-codes.ts';
import { callOf } from '#tests/support/network.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { testServer } from '#tests/support/server/server.ts';
import type { Answer } from './faults.ts';
import { type LoadedPage, loadPage } from './page.ts';

/** Whether a call has exactly this path, or begins with a path that ends in a slash. */
const isCall = (call: string, path: string): boolean =>
  path.endsWith('/') ? call.startsWith(path) : call === path;

export type ReferencePage = Awaited<ReturnType<typeof openReferencePage>>;

/** Waits for the message that the factor is registered. */
export const waitForRegistered = async ({ text }: LoadedPage): Promise<void> => {
  await screen.findByRole('dialog', { name: text('management.registered') });
};

/** Opens the first screen of the reference server after the ID; `noh` has contacts and no registered factor. */
export async function openReferencePage(language: MessageLanguage, userId = 'noh') {
  const server = await testServer();
  const browser = server.browser();
  const address = `/redirect?uid=${server.engine.beginRequest()}`;
  const config = configBlockOf((await browser.visit(address)).text);
  const calls: string[] = [];
  const faults = new Map<string, Answer>();
  const answers = new Map<string, Answer>();
  const answer = (request: Request) => {
    const call = callOf(request);
    calls.push(call);
    const [, scripted] = [...faults, ...answers].find(([path]) => isCall(call, path)) ?? [];
    return scripted ? scripted() : browser.forward(request);
  };
  const page = loadPage(address, { answer }, { ...config, ipUrl: '', language });
  await page.waitForScreen('title.identity');
  await page.enterId(userId);
  await page.waitForScreen(userId === 'noh' ? 'title.chooser' : 'title.password');
  const lastCode = () =>
    /\b\d{6}\b/.exec(server.outbox.list({ userId, channel: 'sms' }).at(-1)?.text ?? '')?.[0] ?? '';
  const pressTile = (code: '7' | '8' | '9' | '12') => page.press(`title.method.${code}`);
  /** Verifies the password once more, then a code by SMS. */
  const prove = async () => {
    await page.waitForScreen('title.management');
    await page.enterPassword(SEED_PASSWORD);
    await page.waitForScreen('title.selfAuth');
    await page.send();
    await screen.findByText(page.text('otp.sent'), { exact: false });
    await page.enterCode(lastCode());
  };
  const touchKey = async (counter: number) =>
    page.user.type(
      await screen.findByLabelText(page.text('code.labelYubikey')),
      `${touch(SPARE_YUBIKEY, 1, counter)}{Enter}`,
    );
  const dismiss = () => page.press('action.ok');
  const registerKey = async () => {
    await touchKey(0);
    await waitForRegistered(page);
    await dismiss();
  };
  return {
    page,
    answer,
    server,
    calls,
    /** Makes a call fail, or all calls below a path that ends in a slash. */
    setFault: (call: string, faulty: Answer) => faults.set(call, faulty),
    clearFaults: () => faults.clear(),
    /** Sets the answer of a call that has no fault. */
    setAnswer: (call: string, response: Answer) => answers.set(call, response),
    pressTile,
    prove,
    touchKey,
    dismiss,
    /** Registers the key by its first touch. */
    registerKey,
    /** Goes from the chooser to the screen of the key, and registers it on the way. */
    registerKeyFromChooser: async () => {
      await pressTile('8');
      await prove();
      await page.waitForScreen('title.registration.8');
      await registerKey();
      await page.waitForScreen('title.method.8');
    },
  };
}
