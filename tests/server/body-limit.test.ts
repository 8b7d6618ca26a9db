import { expect } from 'vitest';
import { MAX_BODY_BYTES } from '#server/http/guard/body-limit.ts';
import { PUBLIC_URL } from '#tests/support/server/server.ts';
import { test } from '#tests/support/server/test.ts';

const CHUNK = new Uint8Array(4096).fill(0x20);

/** An endless body, and the number of bytes that were read of it. */
function endlessBody() {
  const read = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read.bytes += CHUNK.length;
      if (read.bytes > 64 * MAX_BODY_BYTES) controller.close();
      else controller.enqueue(CHUNK);
    },
  });
  return { read, body };
}

const HEADERS = {
  Origin: PUBLIC_URL,
  'Sec-Fetch-Site': 'same-origin',
  'X-Language': 'en',
  'Content-Type': 'application/json',
};

test('no route accepts an endless body or reads more than twice the limit', async ({ app }) => {
  const routes = app.routes.filter(({ method }) => method !== 'GET');
  expect(routes.length).toBeGreaterThan(30);
  for (const { method, path } of routes) {
    const { read, body } = endlessBody();
    const url = path.replaceAll(/:\w+/g, 'x').replaceAll('*', 'x');
    const init = { method: method === 'ALL' ? 'POST' : method, headers: HEADERS, body, duplex: 'half' };
    const { status } = await app.request(url, init as RequestInit);
    expect({ path, isAccepted: status < 400, isOverLimit: read.bytes > 2 * MAX_BODY_BYTES }).toEqual({
      path,
      isAccepted: false,
      isOverLimit: false,
    });
  }
});

test.for(['/logout', '/service-approval-ui/service-use-approval/approval/ak'])(
  'the page %s refuses an endless form',
  async (path, { app }) => {
    const headers = { ...HEADERS, 'Content-Type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: endlessBody().body, duplex: 'half' } as RequestInit;
    expect((await app.request(path, init)).status).toBe(413);
  },
);
