import { beforeEach, expect, it } from 'vitest';
import { type NetworkEvent, networkMachine } from '#machines/network/network.machine.ts';
import type { MessageLanguage } from '#src/app/messages.ts';
import { NetworkView } from '#src/views/network/network.view.tsx';
import { run } from '#tests/support/model/start.ts';
import { scriptedSource } from '#tests/support/ports.ts';
import { showFlow } from '#tests/support/views.tsx';

beforeEach(() => document.body.replaceChildren());

/** Renders the message of a lost network. */
async function renderOffline(language: MessageLanguage) {
  const { logic } = scriptedSource<NetworkEvent>();
  const { actor } = run(networkMachine.provide({ actors: { watchNetwork: logic } }), { isOnline: false });
  const { text } = await showFlow(NetworkView, actor, language);
  return { text, line: () => document.body.textContent };
}

it('the message of a lost network says that the input stays when the page has input', async () => {
  document.body.insertAdjacentHTML('beforeend', '<input value="kim">');
  const { text, line } = await renderOffline('en');
  expect(line()).toBe(`${text('offline.lost')} ${text('failure.kept')}`);
});

it('the message of a lost network has no such note when the page has no input', async () => {
  const { text, line } = await renderOffline('ko');
  expect(line()).toBe(text('offline.lost'));
});
