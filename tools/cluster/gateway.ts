import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A gateway to which all portals send their SMS and pushes. */
export type Gateway = {
  readonly url: string;
  /** The text of the last SMS to a phone number; empty if no SMS was sent to the number. */
  lastSmsTo(number: string): string;
  close(): void;
};

export async function startGateway(): Promise<Gateway> {
  const texts = new Map<string, string>();
  const server = createServer((req, res) => {
    json(req).then(
      (message) => {
        const { to, text } = message as { readonly to: string; readonly text: string };
        texts.set(to, text);
        res.end();
      },
      () => res.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastSmsTo: (number) => texts.get(number) ?? '',
    close: () => void server.close(),
  };
}
