import { ServerResponse } from 'node:http';
import pg from 'pg';

/*
 * This module is loaded before the portal in a process of the tests. After a `KillOrder` the process kills itself with
 * SIGKILL during its next request: at one of the SQL statements, or when the response is ready but not sent.
 */

/** The point of the next request at which the process kills itself. */
export type KillOrder = {
  /** The number of the SQL statement, from 1 on. A number beyond the last statement stands for the response. */
  readonly statement: number;
  /** Whether the statement is sent to the database before the process ends. */
  readonly isStatementSent: boolean;
};

let order: KillOrder | null = null;
let statementCount = 0;

/** Kills the process, and blocks until the signal has arrived. */
const killProcess = (): void => {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

process.on('message', (received: KillOrder) => {
  order = received;
  statementCount = 0;
  process.send?.('order received');
});

const { query } = pg.Client.prototype;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]): unknown {
    if (order) statementCount += 1;
    const isKillPoint = statementCount === order?.statement;
    if (isKillPoint && !order?.isStatementSent) killProcess();
    const result = Reflect.apply(query, this, args);
    if (isKillPoint) killProcess();
    return result;
  },
});

const { end } = ServerResponse.prototype;
Object.assign(ServerResponse.prototype, {
  end(this: ServerResponse, ...args: unknown[]): unknown {
    if (order) killProcess();
    return Reflect.apply(end, this, args);
  },
});
