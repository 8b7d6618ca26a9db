import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Client, sendPush, signIn } from '#tools/bench/storage/client.ts';
import { userIdAt } from '#tools/cluster/config.ts';
import { setUpCluster } from '#tools/cluster/setup.ts';
import { freePort } from '#tools/free-port.ts';
import { startNginx } from './nginx.ts';

/** Ends a process, unless the process has already ended. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

const PEOPLE_COUNT = 8;
const ROUND_COUNT = 12;

test('nginx does not buffer an answer: the beginning arrives before the end is sent', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const upstream = createServer(async (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    res.write('{"check":');
    await finished;
    res.end('"X"}');
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const nginx = await startNginx([port, port]);
  const waitingRequest = request({
    port: nginx.httpsPort,
    path: '/data/sso/mobileapp/push/check/1',
    rejectUnauthorized: false,
  });
  waitingRequest.end();
  const [answer] = await once(waitingRequest, 'response');
  const [beginning] = await once(answer, 'data');
  expect(String(beginning)).toBe('{"check":');
  finish();
  const [ending] = await once(answer, 'data');
  expect(String(ending)).toBe('"X"}');
  await nginx.stop();
  upstream.close();
  upstream.closeAllConnections();
});

test('the logs of nginx contain no addresses of requests, also when no portal answers', async () => {
  const nginx = await startNginx([await freePort(), await freePort()]);
  onTestFinished(nginx.stop);
  const path = '/password?clientid=demo&ak=the-secret';
  const options = { path, rejectUnauthorized: false };
  const [refused] = await once(request({ ...options, port: nginx.httpsPort }).end(), 'response');
  expect(refused.statusCode).toBe(502);
  const [redirect] = await once(requestPlain({ path, port: nginx.httpPort }).end(), 'response');
  expect(redirect.statusCode).toBe(301);
  expect(nginx.logs()).not.toContain('the-secret');
});

test('no poll or sign-in fails when one portal is killed under load', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { ports, entry, env, close } = await setUpCluster({ portals: 2, people: PEOPLE_COUNT });
  onTestFinished(close);
  const [firstPort = 0, secondPort = 0] = ports;
  const portals: ChildProcess[] = [];
  for (const port of ports) {
    const portal = spawn(process.execPath, [entry], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    portals.push(portal);
    onTestFinished(() => stop(portal));
    await once(portal, 'message');
  }
  const nginx = await startNginx([firstPort, secondPort]);
  onTestFinished(nginx.stop);
  const url = `https://127.0.0.1:${nginx.httpsPort}`;
  const times: number[] = [];
  const addTime = (name: string, milliseconds: number) => void (name && times.push(milliseconds));
  const people = Array.from({ length: PEOPLE_COUNT }, (_, index) => userIdAt(index));
  const polls = await Promise.all(people.map((userId) => sendPush([url], userId, addTime)));
  const exitOfKilledPortal = once(portals[0] as ChildProcess, 'exit');
  const repeatedPolls = polls.map(async (poll, index) => {
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      if (index === 0 && round === ROUND_COUNT / 2) portals[0]?.kill('SIGKILL');
      await poll();
    }
  });
  const signIns = people.map((userId) => signIn(new Client([url]), userId));
  await Promise.all([...repeatedPolls, ...signIns]);
  expect((await exitOfKilledPortal)[1]).toBe('SIGKILL');
  expect(times).toHaveLength(PEOPLE_COUNT * ROUND_COUNT);
  for (const poll of polls) await poll();
  await Promise.all(people.map((userId) => signIn(new Client([url]), userId)));
}, 180_000);
