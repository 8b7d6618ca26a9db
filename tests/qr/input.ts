import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { freshQr, pollAnswer } from '#cases/qr/samples.ts';
import { methodInput, PORTAL } from '#cases/samples.ts';
import { qrMachine } from '#machines/qr/qr.machine.ts';
import type { PendingQr, QrInput } from '#machines/qr/qr.setup.ts';
import { POLL_INTERVAL } from '#machines/shared/poll.ts';
import { success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';

export const input = (changes: Partial<QrInput> = {}): QrInput => ({
  ...methodInput({ userId: '' }),
  approvedId: null,
  pending: null,
  app: { phoneApp: 'native', appScheme: 'cubelogin', origin: PORTAL, name: 'cubelogin' },
  ...changes,
});

/** A code ends later than every pause between polls that started before its end. */
export const keepsOrder = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  !(type.startsWith('xstate.after.codeLifetime') && JSON.stringify(snapshot.value).includes('"early"'));

/** The machine without an action that stores the code. */
export const machineWithoutStorage = qrMachine.provide({ actions: { storePending: () => undefined } });

/** Opens a screen on a stopped clock, and records the codes that it stores for a reload. */
export function open(changes: Partial<QrInput> = {}) {
  const stored: (PendingQr | null)[] = [];
  const machine = qrMachine.provide({ actions: { storePending: (_, code) => stored.push(code) } });
  return { ...start(machine, input(changes)), stored };
}

/** Opens a screen that shows a code. */
export async function openWithCode(changes: Partial<QrInput> = {}) {
  const screen = open(changes);
  await screen.ports.createQr.answer(success(freshQr()));
  return {
    ...screen,
    value: () => screen.actor.getSnapshot().value,
    context: () => screen.actor.getSnapshot().context,
    output: () => screen.actor.getSnapshot().output,
    hasTag: (tag: 'busy' | 'drawing' | 'blank') => screen.actor.getSnapshot().hasTag(tag),
    refresh: async () => {
      screen.actor.send({ type: 'qr.refresh' });
      await settle();
    },
  };
}

export type CodeScreen = Awaited<ReturnType<typeof openWithCode>>;

/** Advances the clock by seconds, and answers each poll as still pending. */
export async function waitSeconds(screen: CodeScreen, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    if (screen.ports.checkQr.isWaiting()) await screen.ports.checkQr.answer(pollAnswer('X'));
    await screen.clock.advance(POLL_INTERVAL);
  }
}
