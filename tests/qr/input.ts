import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { freshQr, pollAnswer } from '#cases/qr/samples.ts';
import { method, PORTAL } from '#cases/samples.ts';
import { qrMachine } from '#machines/qr/qr.machine.ts';
import type { PendingQr, QrInput } from '#machines/qr/qr.setup.ts';
import { POLL_INTERVAL } from '#machines/shared/poll.ts';
import { success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';

export const input = (changes: Partial<QrInput> = {}): QrInput => ({
  ...method({ userId: '' }),
  approvedId: null,
  pending: null,
  app: { phoneApp: 'native', appScheme: 'cubelogin', origin: PORTAL, name: 'cubelogin' },
  ...changes,
});

/** The end of a code comes later than any pause between two questions that has begun before it. */
export const keepsOrder = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  !(type.startsWith('xstate.after.codeLifetime') && JSON.stringify(snapshot.value).includes('"early"'));

/** The machine without storage of the code. */
export const machineWithoutStorage = qrMachine.provide({ actions: { storePending: () => undefined } });

/** A screen on a stopped clock, and what it stores for a reload. */
export function open(changes: Partial<QrInput> = {}) {
  const stored: (PendingQr | null)[] = [];
  const machine = qrMachine.provide({ actions: { storePending: (_, code) => stored.push(code) } });
  return { ...start(machine, input(changes)), stored };
}

/** A screen whose code is drawn. */
export async function openDrawn(changes: Partial<QrInput> = {}) {
  const screen = open(changes);
  await screen.ports.drawQr.answer(success(freshQr()));
  return {
    ...screen,
    value: () => screen.actor.getSnapshot().value,
    context: () => screen.actor.getSnapshot().context,
    output: () => screen.actor.getSnapshot().output,
    is: (tag: 'busy' | 'drawing' | 'blank') => screen.actor.getSnapshot().hasTag(tag),
    refresh: async () => {
      screen.actor.send({ type: 'qr.refresh' });
      await settle();
    },
  };
}

export type DrawnScreen = Awaited<ReturnType<typeof openDrawn>>;

/** Seconds go by, in each of which the server answers that it waits. */
export async function waitFor(screen: DrawnScreen, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    if (screen.ports.checkQr.isWaiting()) await screen.ports.checkQr.answer(pollAnswer('X'));
    await screen.clock.advance(POLL_INTERVAL);
  }
}
