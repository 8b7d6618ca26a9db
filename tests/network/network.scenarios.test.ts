import { expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { type NetworkEvent, networkMachine, RESTORED_MESSAGE_MS } from '#machines/network/network.machine.ts';
import { run } from '#tests/support/model/start.ts';
import { scriptedSource } from '#tests/support/ports.ts';

function watch(isOnline: boolean) {
  const network = scriptedSource<NetworkEvent>();
  const started = run(networkMachine.provide({ actors: { watchNetwork: network.logic } }), { isOnline });
  return { ...started, network, value: () => started.actor.getSnapshot().value };
}

it.each([
  [true, 'online'],
  [false, 'offline'],
])('the network state starts with isOnline %s as %s', (isOnline, value) => {
  expect(watch(isOnline).value()).toBe(value);
});

it('a lost network is reported, and its restoration for a limited time', async () => {
  const { network, value, clock } = watch(true);
  network.report({ type: 'network.lost' });
  expect(value()).toBe('offline');
  network.report({ type: 'network.restored' });
  expect(value()).toBe('restored');
  await clock.advance(RESTORED_MESSAGE_MS - 100);
  expect(value()).toBe('restored');
  await clock.advance(100);
  expect(value()).toBe('online');
});

it('a network that is lost again right after its restoration is reported as lost', async () => {
  const { network, value, clock } = watch(false);
  network.report({ type: 'network.restored' });
  network.report({ type: 'network.lost' });
  await clock.advance(RESTORED_MESSAGE_MS);
  expect(value()).toBe('offline');
});

it('the network state is online when the network cannot be watched', () => {
  const watchNetwork = fromCallback<NetworkEvent>(() => {
    throw new Error('not supported');
  });
  const { actor } = run(networkMachine.provide({ actors: { watchNetwork } }), { isOnline: false });
  expect(actor.getSnapshot()).toMatchObject({ status: 'active', value: 'online' });
});

it('the network is watched until the machine stops', () => {
  const { network, actor } = watch(true);
  expect(network.hasListener()).toBe(true);
  actor.stop();
  expect(network.hasListener()).toBe(false);
});
