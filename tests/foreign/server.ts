import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { foreignCalls } from './calls.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Starts a foreign server for the built portal: it answers calls and serves files; other addresses get the page. */
export async function startForeignServer(dist: string) {
  let origin = '';
  const calls = foreignCalls(() => origin);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const text = await textOf(request);
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, string>);
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
    const answer = calls.answer(request.method ?? '', url.pathname, {
      body,
      query: url.searchParams,
      bearer,
    });
    if (answer !== null) {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer));
    } else if (url.pathname === '/service') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><title>Foreign</title><h1>Hello ${url.searchParams.get('userId')}</h1>`);
    } else {
      const file = join(dist, extname(url.pathname) === '' ? '/index.html' : url.pathname);
      if (!existsSync(file)) response.writeHead(404).end();
      else {
        response.writeHead(200, {
          'Content-Type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
        });
        response.end(readFileSync(file));
      }
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { origin, ...calls, stop: () => server.close() };
}
