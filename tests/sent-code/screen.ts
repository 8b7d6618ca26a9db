import { vi } from 'vitest';
import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { SentCodeInput } from '#machines/sent-code/sent-code.setup.ts';
import { success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';
import { input } from './input.ts';

export const NOW = 1_700_000_000_000;
export const MINUTE = 60_000;

/** Opens the screen of a sent code, whose clock has been read. */
export async function open(changes: Partial<SentCodeInput> = {}, now = NOW) {
  const storePending = vi.fn<(code: { tokenCode: string; validUntil: number }) => void>();
  const machine = sentCodeMachine.provide({ actions: { storePending: (_, code) => storePending(code) } });
  const screen = start(machine, input(changes));
  const { actor, ports } = screen;
  const filledCodes: string[] = [];
  actor.on('field.filled', ({ code }) => filledCodes.push(code));
  await ports.readClock.answer(now);
  return {
    ...screen,
    storePending,
    delivery: () => (actor.getSnapshot().value as { working: { delivery: unknown } }).working.delivery,
    proof: () => (actor.getSnapshot().value as { working: { proof: unknown } }).working.proof,
    filledCodes,
    context: () => actor.getSnapshot().context,
    send: async () => {
      actor.send({ type: 'code.send' });
      await settle();
    },
    submit: async (code: string) => {
      actor.send({ type: 'code.submitted', code });
      await settle();
    },
  };
}

export type Screen = Awaited<ReturnType<typeof open>>;

/** Requests a code and answers the calls that send it. */
export async function receive(screen: Screen, at = NOW) {
  await screen.send();
  if (screen.ports.grantSendToken.isWaiting())
    await screen.ports.grantSendToken.answer(success('send-token'));
  await screen.ports.sendCode.answer(success({ at }));
}
