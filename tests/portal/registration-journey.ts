import { screen } from '@testing-library/react';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { MessageLanguage } from '#src/app/messages.ts';
import { touch } from '#tests/server/methods/device-codes.ts';
import { callOf } from '#tests/support/network.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { testServer } from '#tests/support/server/server.ts';
import type { Answer } from './faults.ts';
import { loadPage } from './page.ts';

/** A call of exactly this path, or of one below it. */
const isCall = (call: string, asked: string): boolean =>
  asked.endsWith('/') ? call.startsWith(asked) : call === asked;

export type Arrived = Awaited<ReturnType<typeof arrive>>;

/** The message of the success. */
export const isRegistered = async ({ page }: Arrived): Promise<void> => {
  await screen.findByRole('dialog', { name: page.text('management.registered') });
};

/** The portal on the reference server, at its first screen for a person; `noh` has contacts and nothing registered. */
export async function arrive(language: MessageLanguage, userId = 'noh') {
  const server = await testServer();
  const browser = server.browser();
  const address = `/redirect?uid=${server.engine.beginRequest()}`;
  const config = configBlockOf((await browser.visit(address)).text);
  const calls: string[] = [];
  const faults = new Map<string, Answer>();
  const pretended = new Map<string, Answer>();
  const answer = (request: Request) => {
    const call = callOf(request);
    calls.push(call);
    const [, scripted] = [...faults, ...pretended].find(([asked]) => isCall(call, asked)) ?? [];
    return scripted ? scripted() : browser.forward(request);
  };
  const page = loadPage(address, { answer }, { ...config, ipUrl: '', language });
  await page.waitForScreen('title.identity');
  await page.enterId(userId);
  await page.waitForScreen(userId === 'noh' ? 'title.chooser' : 'title.password');
  const codeOf = () =>
    /\b\d{6}\b/.exec(server.outbox.list({ userId, channel: 'sms' }).at(-1)?.text ?? '')?.[0] ?? '';
  const tile = (code: '7' | '8' | '9' | '12') => page.press(`title.method.${code}`);
  /** The password once more, then a code by SMS. */
  const prove = async () => {
    await page.waitForScreen('title.management');
    await page.enterPassword(SEED_PASSWORD);
    await page.waitForScreen('title.selfAuth');
    await page.send();
    await screen.findByText(page.text('otp.sent'), { exact: false });
    await page.enterCode(codeOf());
  };
  const touchKey = async (counter: number) =>
    page.user.type(
      await screen.findByLabelText(page.text('code.labelYubikey')),
      `${touch(SPARE_YUBIKEY, 1, counter)}{Enter}`,
    );
  const dismiss = () => page.press('action.ok');
  const registerKey = async () => {
    await touchKey(0);
    await screen.findByRole('dialog', { name: page.text('management.registered') });
    await dismiss();
  };
  return {
    page,
    answer,
    server,
    calls,
    /** Sets the answer of the calls with this prefix. */
    fail: (call: string, faulty: Answer) => faults.set(call, faulty),
    mend: () => faults.clear(),
    /** The fixed answer of a call, unless it fails. */
    pretend: (call: string, given: Answer) => pretended.set(call, given),
    tile,
    prove,
    touch: touchKey,
    dismiss,
    /** Touches the key for the first time, which registers it. */
    registerKey,
    /** From the chooser to the screen of a key that is registered meanwhile. */
    arriveWithKey: async () => {
      await tile('8');
      await prove();
      await page.waitForScreen('title.registration.8');
      await registerKey();
      await page.waitForScreen('title.method.8');
    },
  };
}
