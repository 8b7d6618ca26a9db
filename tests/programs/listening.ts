import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Waits until a program listens on a port of this machine. Throws if the program ends before. */
export async function waitUntilListening(program: ChildProcess, port: number): Promise<void> {
  while (!(await isListening(port))) {
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended before it listened`);
    await setTimeout(50);
  }
}
