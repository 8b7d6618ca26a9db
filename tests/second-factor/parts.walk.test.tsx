import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { passwordMachine } from '#machines/password/password.machine.ts';
import { pushMachine } from '#machines/push/push.machine.ts';
import { qrMachine } from '#machines/qr/qr.machine.ts';
import { secondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { SecondFactorView } from '#src/views/second-factor/second-factor.view.tsx';
import { run } from '#tests/support/model/start.ts';
import { script, settle } from '#tests/support/ports.ts';
import { showFlow } from '#tests/support/views.tsx';
import { input } from './input.ts';

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: () => undefined } as never);
});

/** The real flows of the tokens; the second step uses only a part of the type of a machine. */
const realFlows = () =>
  ({
    password: script(passwordMachine).machine,
    emergency: script(emergencyMachine).machine,
    'sent-code': script(sentCodeMachine).machine,
    'device-code': script(deviceCodeMachine).machine,
    push: script(pushMachine).machine,
    qr: script(qrMachine).machine,
    passkey: script(passkeyMachine).machine,
  }) as unknown as NonNullable<Parameters<typeof secondFactorMachine.provide>[0]['actors']>;

/** Opens the second step with the real flows of its tokens; calls to the server are not answered. */
async function open(priority: Parameters<typeof input>[0]) {
  const machine = secondFactorMachine.provide({
    actors: realFlows(),
    actions: { dropPending: () => undefined },
  });
  const { actor } = run(machine, input(priority));
  const page = await showFlow(SecondFactorView, actor, 'en');
  await act(settle);
  return page;
}

it.each<[token: string, title: MessageKey, lead: MessageKey, control: MessageKey]>([
  ['password', 'title.method.-1', 'password.leadUnknown', 'action.login'],
  ['emergencyCode', 'title.method.0', 'emergency.lead', 'action.login'],
  ['sms', 'title.method.1', 'otp.lead', 'otp.send'],
  ['otpCard', 'title.method.7', 'code.leadCard', 'action.login'],
  ['push', 'title.method.10', 'push.lead', 'push.request'],
  ['qrCode', 'title.method.11', 'qr.lead', 'qr.drawing'],
  ['passkey', 'title.method.12', 'passkey.lead', 'passkey.button'],
])(
  '%s is proved by the controls of its own screen, with its title and text',
  async (token, title, lead, control) => {
    const page = await open({ [token]: 1 });
    expect(screen.getByText(`${page.text(title)}: ${page.text(lead)}`)).toBeTruthy();
    const button = screen.queryByRole('button', { name: page.text(control), hidden: true });
    expect(button ?? screen.queryByText(page.text(control))).not.toBeNull();
  },
);

it('no token and no default can be chosen while a proof is checked', async () => {
  const page = await open({ password: 1, otpCard: 2 });
  const slots = () => [
    ...screen.getByRole('list', { name: page.text('second.tokens') }).querySelectorAll('button'),
  ];
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: page.text('second.saveDefault') });
  expect([slots()[1]?.getAttribute('aria-disabled'), box().disabled]).toEqual([null, false]);
  await page.user.type(screen.getByLabelText(page.text('password.label')), 'secret{Enter}');
  await act(settle);
  expect([slots()[1]?.getAttribute('aria-disabled'), box().disabled]).toEqual(['true', true]);
});
