import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { qrMachine } from '#machines/qr/qr.machine.ts';
import type { FreshQr, PendingQr, QrInput } from '#machines/qr/qr.setup.ts';
import { type Failure, failed, success } from '#machines/shared/result.ts';
import { method, PORTAL } from '#tests/support/model/samples.ts';
import { start } from '#tests/support/model/start.ts';
import { settled } from '#tests/support/ports.ts';

/** When the code of these tests is drawn, in epoch milliseconds. */
export const NOW = 1_000_000;

export const input = (changes: Partial<QrInput> = {}): QrInput => ({
  ...method({ userId: '' }),
  approvedId: null,
  pending: null,
  app: { scheme: 'cubelogin', origin: PORTAL, name: 'cubelogin' },
  ...changes,
});

export const drawn = (changes: Partial<FreshQr> = {}): FreshQr => ({
  qrId: 'qr-1',
  qr: 'cubelogin://qr?id=qr-1&portal=https%3A%2F%2Fportal.example',
  at: NOW,
  ...changes,
});

/** What the server says, `ms` after the code was drawn. */
export const says = (check: string, { userId = '', ms = 0 } = {}) => ({
  at: NOW + ms,
  answer: success({ check, userId }),
});

export const fails = (failure: Failure, ms = 0) => ({ at: NOW + ms, answer: failed(failure) });

/** The end of a code comes later than any pause between two questions that has begun before it. */
export const keepsOrder = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean =>
  !(type.startsWith('xstate.after.codeLifetime') && JSON.stringify(snapshot.value).includes('"early"'));

/** The machine where nobody keeps the code. */
export const unkept = qrMachine.provide({ actions: { keepPending: () => undefined } });

/** A screen on a clock that stands still, and what it keeps for a reload. */
export function open(changes: Partial<QrInput> = {}) {
  const kept: (PendingQr | null)[] = [];
  const machine = qrMachine.provide({ actions: { keepPending: (_, code) => kept.push(code) } });
  return { ...start(machine, input(changes)), kept };
}

/** A screen whose code is drawn. */
export async function openDrawn(changes: Partial<QrInput> = {}) {
  const screen = open(changes);
  await screen.ports.drawQr.answer(success(drawn()));
  return {
    ...screen,
    value: () => screen.actor.getSnapshot().value,
    context: () => screen.actor.getSnapshot().context,
    output: () => screen.actor.getSnapshot().output,
    is: (tag: 'busy' | 'drawing' | 'blank') => screen.actor.getSnapshot().hasTag(tag),
    refresh: async () => {
      screen.actor.send({ type: 'qr.refresh' });
      await settled();
    },
  };
}
