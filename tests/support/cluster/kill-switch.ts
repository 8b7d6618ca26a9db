import { ServerResponse } from 'node:http';
import pg from 'pg';

/**
 * Loaded before the portal in a process of the tests: the process kills itself with SIGKILL at a statement of the next
 * request, or when its answer is ready but not sent.
 */
export type KillOrder = {
  /** The number of the statement; a number beyond the last statement means the answer. */
  readonly at: number;
  /** Whether the statement is sent before the process ends. */
  readonly isSent: boolean;
};

let order: KillOrder | null = null;
let statements = 0;

/** Kills the process, and blocks until the signal has arrived. */
const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

process.on('message', (received: KillOrder) => {
  order = received;
  statements = 0;
  process.send?.('armed');
});

const { query } = pg.Client.prototype;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]): unknown {
    if (order) statements += 1;
    const isLast = statements === order?.at;
    if (isLast && !order?.isSent) die();
    const result = Reflect.apply(query, this, args);
    if (isLast) die();
    return result;
  },
});

const { end } = ServerResponse.prototype;
Object.assign(ServerResponse.prototype, {
  end(this: ServerResponse, ...args: unknown[]): unknown {
    if (order) die();
    return Reflect.apply(end, this, args);
  },
});
